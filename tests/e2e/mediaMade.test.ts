import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { issueGiftCode } from './operator.ts';
import { MediaPage } from './pages/MediaPage.ts';

/** The second and third kind take the same path; `tests/server/media/media.test.ts` charges all of them. */
const kinds = [
  ['picture', 'art/dall-e-3', 4, ''],
  ['music', 'art/suno-v3', 5, '@long'],
  ['video', 'art/luma-video', 5, '@long'],
] as const;

async function redeem(page: Page, credits: number): Promise<void> {
  const answer = await page.request.post('/api/product/code', {
    params: { code: await issueGiftCode(credits) },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(await answer.json()).toMatchObject({ code: 0 });
}

async function creditOf(page: Page): Promise<number> {
  const answer = await page.request.get('/api/account');
  return ((await answer.json()) as { credit: number }).credit;
}

/** Whether the browser could read the file: a picture has a size, a sound and a video a duration. */
function isDecoded(shown: Locator): Promise<boolean> {
  return shown.evaluate(async (element) => {
    if (element instanceof HTMLImageElement) {
      await element.decode();
      return element.naturalWidth > 0;
    }
    const player = element as HTMLMediaElement;
    player.muted = true;
    await player.play();
    return player.duration > 0 && player.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
  });
}

test.describe('media of the sandbox', () => {
  for (const [kind, path, price, tag] of kinds) {
    test(`a ${kind} is made in spite of a reload, charged once, and stays in the gallery ${tag}`, async ({
      chat,
      page,
      signIn,
    }) => {
      await signIn();
      await chat.open(path);
      await redeem(page, 20);
      const before = await creditOf(page);
      await page.reload();
      const media = new MediaPage(page);
      await chat.ask('A red kite. sandbox: slow 4');
      await expect(media.progress).toBeVisible();
      await expect(page).toHaveURL(/\/c\/[-\da-f]{36}$/);
      await page.reload();
      const shown = { picture: media.picture, music: media.audio, video: media.video }[kind];
      await expect(shown.first()).toBeVisible({ timeout: 30_000 });
      expect(await isDecoded(shown.first())).toBe(true);
      expect(await creditOf(page)).toBe(before - price);
      const link = (await media.download.first().getAttribute('href')) ?? '';
      const file = await page.request.get(link);
      expect(file.headers()['content-disposition']).toMatch(/^attachment/);
      const body = await file.body();
      expect(body.byteLength).toBeGreaterThan(1_000);
      expect(body.toString('latin1')).toContain('trainedAlgorithmicMedia');
      await media.openGallery();
      await expect(media.entries.first()).toBeVisible();
    });

    test(`a ${kind} that fails costs nothing ${tag}`, async ({ chat, page, signIn }) => {
      await signIn();
      await chat.open(path);
      await redeem(page, 20);
      const before = await creditOf(page);
      await page.reload();
      await chat.ask('A red kite. sandbox: fail 1');
      await expect(chat.ending).toContainText('It cost nothing.', { timeout: 30_000 });
      expect(await creditOf(page)).toBe(before);
    });
  }
});
