import type { MediaFile } from '#contract/media/media.ts';
import { costIn } from './answerCost.ts';
import { expectNothingWrong } from './axe.ts';
import { expect, test } from './fixtures.ts';
import {
  closeMediaModels,
  files,
  mediaEnd,
  mediaFailure,
  progress,
  scriptMedia,
} from './mediaServer.ts';
import { shiftsOf, watchShifts } from './shifts.ts';
import { MediaPage } from './pages/MediaPage.ts';

const models: readonly [kind: MediaFile['kind'], path: string, price: number, costs: string][] = [
  ['picture', 'art/dall-e-3', 4, '4 credits per picture'],
  ['music', 'art/suno-v3', 5, '5 credits per song'],
  ['video', 'art/luma-video', 5, '5 credits per video'],
];

/** One kind is enough for `npm test`; the others look the same except for their final files. */
function furtherKind(kind: MediaFile['kind']): string {
  return kind === 'picture' ? '' : '@long';
}

test.beforeEach(async ({ signIn, page }) => {
  await signIn();
  // An account begins with less than a picture costs.
  await page.route('**/api/account', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const account = (await response.json()) as object;
    return route.fulfill({ response, json: { ...account, credit: 100 } });
  });
});

test.describe('a media chat', () => {
  for (const [kind, path, price, costs] of models) {
    test(`makes a ${kind}, and shows its progress ${furtherKind(kind)}`, async ({ chat, page }) => {
      const media = new MediaPage(page);
      const ready = Promise.withResolvers<void>();
      const made = [files[kind]];
      const script = await scriptMedia(
        page,
        [progress('queued', 2), progress('running')],
        [mediaEnd(made, price)],
        ready.promise,
      );
      await chat.open(path);
      await expect(media.costs).toContainText(costs);
      await chat.ask('A red kite');
      await expect(media.progress).toBeVisible();
      await expect(media.answer).toContainText(/0:\d\d of about 3:00/);
      await expect(media.answer).toContainText('it ends and costs nothing');
      await expect(media.cancel).toBeEnabled();
      await expect(chat.stop).toHaveCount(0);
      await expect(chat.send).toBeDisabled();
      await expectNothingWrong(page);
      ready.resolve();
      const shown = { picture: media.picture, music: media.audio, video: media.video }[kind];
      await expect(shown).toHaveAttribute('src', `/api/media/files/${files[kind].id}`);
      await expect(media.progress).toHaveCount(0);
      await expect(media.download).toHaveAttribute('href', /\?download=1$/);
      await expect(media.answer).toContainText('Made with AI.');
      await expect(costIn(media.answer, `${price} credits`)).toBeVisible();
      expect(script.questions[0]).toMatchObject({ max_price: price, options: { kind } });
      await expectNothingWrong(page);
      await media.vary.click();
      await expect(chat.message).toHaveValue('A red kite');
      await expect(chat.message).toBeFocused();
    });

    test(`shows that a failed ${kind} was free @long`, async ({ chat, page }) => {
      const media = new MediaPage(page);
      await scriptMedia(page, [progress('running'), mediaFailure]);
      await chat.open(path);
      await chat.ask('A red kite');
      await expect(chat.ending).toContainText('Nothing was created');
      await expect(chat.ending).toContainText('It cost nothing.');
      await expect(costIn(media.answer, 'Free')).toBeVisible();
      await expect(media.answer.getByRole('button', { name: 'Ask again' })).toBeEnabled();
      // There is nothing to vary, and a text model cannot make it.
      await expect(media.answer.getByRole('button')).toHaveCount(1);
    });
  }

  test('has a price that follows the chosen options', async ({ chat, page }) => {
    const media = new MediaPage(page);
    const script = await scriptMedia(page, [progress('queued', 1)]);
    await chat.open('art/dall-e-3');
    await expect(page.getByRole('radio')).toHaveCount(3);
    await page.getByText('Best').click();
    await expect(page.getByRole('radio', { name: 'Best 24 credits' })).toBeChecked();
    await page.getByLabel('Format').selectOption('Landscape');
    await expect(page.getByRole('radio', { name: 'Good 10 credits' })).toBeVisible();
    await expect(media.costs).toContainText('32 credits per picture');
    await chat.ask('A red kite');
    await expect(media.answer).toContainText('1 ahead of yours');
    const options = { kind: 'picture', size: 'landscape', quality: 'high' };
    expect(script.questions[0]).toMatchObject({ max_price: 32, options });
    await media.cancel.click();
    await expect.poll(() => script.stops).toBe(1);
    await expect(chat.message).toBeFocused();
    await expect(page.getByRole('button', { name: 'Attach' })).toHaveCount(0);
    await expect(page).toHaveURL(/\/c\/[-\da-f]{36}$/);
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Best' })).toBeChecked();
    await expect(page.getByLabel('Format')).toHaveValue('landscape');
    await expect(media.costs).toContainText('32 credits per picture');
    await chat.open('art/dall-e-3');
    await expect(media.costs).toContainText('4 credits per picture');
  });

  test('begins with a chosen example, and waits for it to be sent @long', async ({
    chat,
    page,
  }) => {
    const script = await scriptMedia(page, [progress('running')]);
    await chat.open('art/suno-v3');
    const starters = page.getByRole('main').getByRole('listitem').getByRole('button');
    await expect(starters).toHaveCount(3);
    await starters.nth(2).click();
    await expect(chat.message).toHaveValue('A slow blues about a missed train');
    await expect(chat.message).toBeFocused();
    expect(script.questions).toEqual([]);
    await chat.send.click();
    await expect.poll(() => script.questions.length).toBe(1);
  });

  test('continues after a reload in the middle @long', async ({ chat, page }) => {
    const media = new MediaPage(page);
    const ready = Promise.withResolvers<void>();
    await scriptMedia(page, [progress('running')], [mediaEnd([files.video], 5)], ready.promise);
    await chat.open('art/luma-video');
    await chat.ask('A red kite');
    await expect(media.progress).toBeVisible();
    await expect(page).toHaveURL(/\/art\/luma-video\/c\/[-\da-f]{36}$/);
    await page.reload();
    await expect(media.progress).toBeVisible();
    ready.resolve();
    await expect(media.video).toBeVisible();
    await expect(media.progress).toHaveCount(0);
  });

  test('marks its tab when a file is ready that the user does not wait for @long', async ({
    chat,
    page,
  }) => {
    const ready = Promise.withResolvers<void>();
    await scriptMedia(page, [progress('running')], [mediaEnd([files.picture], 4)], ready.promise);
    await chat.open('art/dall-e-3');
    await chat.ask('A red kite');
    await expect(new MediaPage(page).progress).toBeVisible();
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    });
    ready.resolve();
    await expect(page).toHaveTitle('● Ready: A red kite · Dolores');
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect(page).toHaveTitle('A red kite · Dolores');
  });

  test('notifies on another screen that a file is ready @long', async ({ chat, page, toasts }) => {
    const ready = Promise.withResolvers<void>();
    await scriptMedia(page, [progress('running')], [mediaEnd([files.picture], 4)], ready.promise);
    await chat.open('art/dall-e-3');
    await chat.ask('A red kite');
    await expect(new MediaPage(page).progress).toBeVisible();
    await chat.sidebar.getByRole('link', { name: 'GPTs' }).click();
    await expect(chat.heading).toHaveText('GPTs');
    ready.resolve();
    await expect(toasts.saying('Ready: A red kite')).toBeVisible();
  });

  for (const closed of [null, '2026-10-23']) {
    const why = closed === null ? 'is not available yet' : 'has been shut down';
    test(`shows that a model ${why}, and nothing else before ${closed === null ? '@long' : ''}`, async ({
      chat,
      page,
    }) => {
      const answered = Promise.withResolvers<void>();
      await closeMediaModels(page, closed, answered.promise);
      await watchShifts(page);
      await chat.open('art/dall-e-3');
      await expect(page.getByText('What should')).toHaveCount(0);
      await expect(page.locator('#screen').getByText('Loading')).toBeVisible();
      answered.resolve();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`DALL-E-3 ${why}`);
      // The column of the chat; the lists next to it grow when they are loaded.
      const moved = (await shiftsOf(page)).filter((shift) => shift.includes('max-w-190'));
      expect(moved).toEqual([]);
      await expectNothingWrong(page);
    });
  }

  test('shows below messages why a closed model makes nothing, and alternatives @long', async ({
    chat,
    page,
  }) => {
    const media = new MediaPage(page);
    await scriptMedia(page, [progress('running'), mediaEnd([files.picture], 4)]);
    await chat.open('art/dall-e-3');
    await chat.ask('A red kite');
    await expect(media.picture).toBeVisible();
    await closeMediaModels(page, '2026-10-23');
    await page.reload();
    await expect(media.picture).toBeVisible();
    await expect(page.getByRole('heading', { name: 'DALL-E-3 has been shut down' })).toBeVisible();
    await expect(page.getByText('Its provider has shut it down.')).toBeVisible();
    await expect(chat.message).toHaveCount(0);
    await expect(media.vary).toHaveCount(0);
    await expectNothingWrong(page);
    await page.getByRole('link', { name: 'Describe a picture in words instead' }).click();
    await expect(chat.message).toHaveValue('Describe in detail a picture of ');
  });

  test('fits a narrow window @phone @long', async ({ chat, page }) => {
    const media = new MediaPage(page);
    for (const [kind, path, price, costs] of models) {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await scriptMedia(page, [progress('running'), mediaEnd([files[kind]], price)]);
      await chat.open(path);
      await expect(media.costs).toContainText(costs);
      // The screen comes once it is known whether the model can be asked.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNothingWrong(page);
    }
    await media.openGallery();
    await expect(media.entries).toHaveCount(3);
    await expectNothingWrong(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
  });
});

test.describe('the gallery', () => {
  test('shows files by their kind, and deletes one after a confirmation', async ({
    chat,
    page,
    toasts,
  }) => {
    const media = new MediaPage(page);
    const script = await scriptMedia(page, []);
    await chat.open('art/dall-e-3');
    await chat.sidebar.getByRole('link', { name: 'Gallery' }).click();
    await expect(page).toHaveURL('/en/chat/media');
    await expect(chat.heading).toHaveText('Gallery');
    await expect(media.entries).toHaveCount(3);
    await expect(page.getByText('3 of 100 files')).toBeVisible();
    await expectNothingWrong(page);
    // Beside the sidebar, where a tile is narrowest.
    await page.setViewportSize({ width: 768, height: 800 });
    const words = media.entries.getByRole('button').getByText('Delete');
    expect(
      await words.evaluateAll((all) => all.map((word) => word.getBoundingClientRect().width > 1)),
    ).toEqual(Object.keys(files).map(() => true));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Music', exact: true }).click();
    await expect(media.entries).toHaveCount(1);
    await expect(media.entries).toContainText('Rain song');
    await expect(media.entries).toContainText('2:05 · 1 kB');
    await expect(media.entries.locator('audio')).toHaveAttribute('preload', 'none');
    await expect(media.entries.getByRole('link', { name: 'Conversation' })).toHaveAttribute(
      'href',
      /\/en\/chat\/art\/dall-e-3\/c\//,
    );
    await media.entries.getByRole('button', { name: 'Delete' }).click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(script.deleted).toEqual([]);
    await media.entries.getByRole('button', { name: 'Delete' }).click();
    await page.keyboard.press('Enter');
    await expect(media.entries).toHaveCount(0);
    expect(script.deleted).toEqual([files.music.id]);
    await expect(toasts.saying('The file is deleted.')).toBeVisible();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect(media.entries).toHaveCount(2);
  });
});
