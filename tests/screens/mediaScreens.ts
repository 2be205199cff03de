import type { Page } from 'playwright';
import { type MediaKind, mediaKinds } from '#domain/media/media.ts';
import { chatPath, chatScreenPath } from '#domain/chat/chatPaths.ts';
import type { AnswerEvent } from '#contract/chat/chat.ts';
import { closeMediaModels, progress } from '../e2e/mediaServer.ts';
import { openSidebar } from './chatSteps.ts';
import { mediaTarget } from './maker.ts';
import { keepAnswering } from './openStream.ts';
import type { Screen } from './screens.ts';

const question = 'A red kite above a harbour at dawn, in watercolour';
const gallery: Screen['path'] = (language) => chatScreenPath(language, 'media');
const two = [360, 1280];
/** The provider shut the models down. */
const closed: Pick<Screen, 'intercept' | 'prepare'> = {
  intercept: (page) => closeMediaModels(page, '2026-10-23'),
  prepare: (page) => page.locator('main a.button').last().waitFor(),
};

/** Pictures, music and videos: asked for, being made, made, failed, closed, and in the gallery. */
export const mediaScreens: readonly Screen[] = [
  ...mediaKinds.map((kind) => empty(kind)),
  screen(
    'media-making',
    toMake('picture'),
    ask(() => progress('running')),
  ),
  screen('media-making-music', toMake('music'), {
    ...ask(() => progress('running')),
    widths: two,
  }),
  screen('media-making-video', toMake('video'), {
    ...ask(() => progress('running')),
    widths: two,
  }),
  screen(
    'media-queued',
    toMake('picture'),
    ask(() => progress('queued', 2)),
  ),
  screen('media-picture', (language, { made }) => made.picture(language), { prepare: waitForFile }),
  screen('media-music', (language, { made }) => made.music(language), { prepare: waitForFile }),
  screen('media-video', (language, { made }) => made.video(language), { prepare: waitForFile }),
  screen('media-failed', (language, { made }) => made.failedPicture(language)),
  screen('media-closed', toMake('picture'), closed),
  screen('media-closed-conversation', (language, { made }) => made.picture(language), closed),
  screen('media-ready', toMake('picture'), { prepare: lookAway, widths: two }),
  screen('media-gallery', gallery, { prepare: waitForFile }),
  screen('media-gallery-delete', gallery, { prepare: askToDelete, widths: two }),
  screen('media-gallery-empty', gallery, { who: ['poor'], widths: two }),
  screen('media-shared', (language, { made }) => made.shared(language), {
    who: ['visitor'],
    whole: true,
  }),
];

function screen(name: string, path: Screen['path'], more: Partial<Screen> = {}): Screen {
  return { name, path, who: ['buyer'], ...more };
}

function empty(kind: MediaKind): Screen {
  const prepare = (page: Page) => page.locator('form fieldset').first().waitFor();
  return screen(`media-new-${kind}`, toMake(kind), { prepare });
}

function toMake(kind: MediaKind): Screen['path'] {
  return (language) => chatPath(language, mediaTarget(kind));
}

/** Asks, and stays with an event, which has its times from when the picture is taken. */
function ask(eventNow: () => AnswerEvent): Pick<Screen, 'intercept' | 'prepare'> {
  return {
    intercept: (page) => keepAnswering(page, [eventNow()]),
    prepare: (page) => send(page, question),
  };
}

async function send(page: Page, text: string): Promise<void> {
  await page.locator('form fieldset').first().waitFor();
  await page.locator('#message').fill(text);
  // On touch screens, Enter is a new line.
  await page.locator('form [type="submit"]').click();
  await page.locator('main progress').waitFor();
}

async function waitForFile(page: Page): Promise<void> {
  await page.locator('main figure').first().waitFor();
}

/** Something gets ready while another screen is open. */
async function lookAway(page: Page): Promise<void> {
  await send(page, `${question}. sandbox: slow 4`);
  await openSidebar(page);
  await page.locator('#sidebar a[href$="/chat/gpts"]').click();
  // Workers poll their provider every few seconds.
  await page.locator('[data-sonner-toast]').waitFor({ timeout: 45_000 });
}

async function askToDelete(page: Page): Promise<void> {
  await waitForFile(page);
  await page.locator('main li button').first().click();
  await page.locator('main li fieldset').waitFor();
}
