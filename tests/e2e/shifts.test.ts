import { expect, test } from './fixtures.ts';
import { shiftsOf, watchShifts } from './shifts.ts';
import { type SlowPages, serveSlowPages } from './slowPages.ts';

const paths = [
  ['/en', '@both'],
  ['/en/categories/writing', '@both @long'],
  ['/en/gpts/regex-workbench', '@both @long'],
  ['/en/ranking/all', '@both @long'],
  ['/en/pricing', '@both'],
  ['/en/blog/from-advert-to-interview', '@both @long'],
  ['/en/no-page', '@both @long'],
] as const;

test.describe('a page of the site that comes slowly', () => {
  let slow: SlowPages;
  test.beforeAll(async ({ baseURL }) => {
    slow = await serveSlowPages(baseURL ?? '');
  });
  test.afterAll(() => slow.close());

  for (const [path, tags] of paths) {
    test(`shifts nothing on ${path} ${tags}`, async ({ page }) => {
      await watchShifts(page);
      await page.goto(slow.url + path);
      await expect(page.locator('footer')).toBeVisible();
      expect(await shiftsOf(page)).toEqual([]);
    });
  }

  test('shifts nothing for a signed-in user @both', async ({ site, page, signIn }) => {
    await signIn();
    await watchShifts(page);
    const menus = page.waitForResponse(/rank\/monthly/);
    await page.goto(`${slow.url}/en/gpts/regex-workbench`);
    await menus;
    await expect(site.account).toBeVisible();
    expect(await shiftsOf(page)).toEqual([]);
  });
});
