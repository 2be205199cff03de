import { expect, test } from './fixtures.ts';

/** A page of each kind that people print, and the parts that are there on the screen only. */
const pages = [
  ['/en/gpts/regex-workbench', ['.bar', '.foot', 'site-banner', '.action', 'main .button']],
  ['/en/blog/choosing-a-model', ['.bar', '.foot', 'site-banner']],
  ['/en/terms', ['.bar', '.foot', 'site-banner']],
  ['/en/s', ['.shared-bar', '.shared-end']],
] as const;

for (const [path, screenOnly] of pages) {
  test(`${path} is printed light, without the frame of the site and with its folds open`, async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('dark-mode', 'true'));
    await page.goto(path);
    for (const part of screenOnly) await expect(page.locator(part).first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    for (const part of screenOnly) {
      for (const found of await page.locator(part).all()) await expect(found).toBeHidden();
    }
    const { text, folded } = await page.evaluate(() => {
      const inside = [...document.querySelectorAll('main details > :not(summary)')];
      return {
        text: getComputedStyle(document.body).color,
        folded: inside.filter((one) => !one.checkVisibility()).map(({ outerHTML }) => outerHTML),
      };
    });
    // The ink of the light mode.
    expect(text).toBe('oklch(0.24 0.012 50)');
    expect(folded).toEqual([]);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}
