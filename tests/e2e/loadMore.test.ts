import type { Page } from '@playwright/test';
import { gptsOnFirstHome, gptsPerPage } from '#domain/gpts/gpts.ts';
import { tagsOf } from '../setup/tags.ts';
import { expect, test } from './fixtures.ts';
import type { ResultsPage } from './pages/ResultsPage.ts';

/** Where the page is scrolled to. */
function scrolled(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(scrollY));
}

/** How far things moved by themselves since the page was loaded. */
function shift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as unknown as { value: number }[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );
}

/** The GPTs of the list on the page, as their cards lead to them. */
function linksOf({ cards }: ResultsPage): Promise<(string | null)[]> {
  return cards.evaluateAll((items) =>
    items.map((item) => item.querySelector('a[href*="/gpts/"]')?.getAttribute('href') ?? null),
  );
}

/** The same of a page as the server sends it. */
function gptLinks(html: string): (string | undefined)[] {
  const list = html.slice(html.indexOf('id="gpts"'));
  return tagsOf(list.slice(0, list.indexOf('</ul>')))
    .map(({ name, attributes }) => (name === 'a' ? attributes.get('href') : undefined))
    .filter((href) => href?.includes('/gpts/'));
}

for (const [path, tag, onFirst] of [
  ['/en', '', gptsOnFirstHome],
  ['/en/search', '@long', gptsPerPage],
] as const) {
  const onPages = (pages: number) => onFirst + (pages - 1) * gptsPerPage;
  test.describe(`the cards that Load More added to ${path} ${tag}`, () => {
    test('are restored after a reload and a step back, at the same position, and not on a new visit', async ({
      results,
      page,
    }) => {
      await page.goto(path);
      const first = await linksOf(results);
      const nextPath = (await results.next.getAttribute('href')) ?? '';
      await results.next.click();
      await expect(results.cards).toHaveCount(onPages(2));
      const following = gptLinks(await (await page.request.get(nextPath)).text());
      expect(following).toHaveLength(gptsPerPage);
      expect(await linksOf(results)).toEqual([...first, ...following]);
      await results.next.click();
      await expect(results.cards).toHaveCount(onPages(3));
      const card = results.cards.nth(onPages(2) + 5);
      await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const place = await scrolled(page);
      expect(place).toBeGreaterThan(2_000);

      await page.reload();
      await expect(results.cards).toHaveCount(onPages(3));
      const names = await results.names.allInnerTexts();
      expect(new Set(names).size).toBe(names.length);
      await expect.poll(() => scrolled(page)).toBe(place);
      expect(await shift(page)).toBeLessThan(0.01);

      await card.getByRole('link').first().click();
      await expect(page).toHaveURL(/\/en\/gpts\//);
      await page.goBack();
      await expect(results.cards).toHaveCount(onPages(3));
      await expect.poll(() => scrolled(page)).toBe(place);
      await expect(results.cards.nth(onFirst).getByRole('link')).not.toBeFocused();
      await results.next.click();
      // The fourth page of home may have fewer: there GPTs in other languages begin, in a closed part.
      await expect.poll(() => results.cards.count()).toBeGreaterThan(onPages(3));

      await page.goto('/en/pricing');
      await page.goto(path);
      await expect(results.cards).toHaveCount(onFirst);
    });
  });
}

test('Load More with a key held leads to a new tab, also before its code has loaded @long', async ({
  home,
  page,
  context,
}) => {
  const hold = Promise.withResolvers<void>();
  await page.route(/\/_astro\/LoadMore\.[^/]+\.js$/, async (route) => {
    await hold.promise;
    await route.continue();
  });
  await home.open();
  const opening = context.waitForEvent('page');
  await home.loadMore.click({ modifiers: ['Control'] });
  const tab = await opening;
  await expect(tab).toHaveURL('/en/page/2');
  hold.resolve();
  await page.waitForFunction(() => customElements.get('load-more') !== undefined);
  await expect(home.cards).toHaveCount(gptsOnFirstHome);
  await home.loadMore.click();
  await expect(home.cards).toHaveCount(gptsOnFirstHome + gptsPerPage);
});
