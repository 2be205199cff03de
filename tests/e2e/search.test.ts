import type { Page } from '@playwright/test';
import { gptsPerPage } from '#domain/gpts/gpts.ts';
import { expect, test } from './fixtures.ts';

test('the first screen of home has search, categories and two rows of GPTs', async ({
  home,
  page,
}) => {
  await home.open('de');
  await expect(page.getByRole('combobox', { name: 'GPTs suchen' })).toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'Kategorien' })).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.strip > li').nth(5)).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'Filter' }).click();
  await expect(page).toHaveURL('/de/search');
});

test.describe('the page of results', () => {
  test('keeps text and filters in the address, through back and reload', async ({
    results,
    page,
  }) => {
    await results.open();
    await stay(page);
    const all = await results.total();
    await results.filter('Category').selectOption('business');
    await expect(page).toHaveURL('/en/search?category=business');
    await expect.poll(() => results.total()).toBeLessThan(all);
    const business = await results.total();
    await results.filter('Language').selectOption('de');
    await expect(page).toHaveURL('/en/search?category=business&content=de');
    await expect.poll(() => results.total()).toBeLessThan(business);
    const german = await results.total();
    await results.search.fill('zeugnis');
    await results.search.press('Enter');
    await expect(page).toHaveURL('/en/search?query=zeugnis&category=business&content=de');
    await expect(results.heading).toHaveText('Results for “zeugnis”');
    await expect(page).toHaveTitle('“zeugnis” · GPTs · Dolores');
    await expect(page.getByRole('listbox')).toBeHidden();
    expect(await hasStayed(page)).toBe(true);

    await page.goBack();
    await expect(page).toHaveURL('/en/search?category=business&content=de');
    await expect(results.search).toHaveValue('');
    await expect.poll(() => results.total()).toBe(german);
    const names = await results.names.allInnerTexts();
    await page.reload();
    await expect(results.filter('Category')).toHaveValue('business');
    await expect(results.filter('Language')).toHaveValue('de');
    expect(await results.names.allInnerTexts()).toEqual(names);
    await page.goBack();
    await expect(results.filter('Language')).toHaveValue('');
    await expect.poll(() => results.total()).toBe(business);
  });

  test('does not search for text that was only typed before a reload', async ({
    results,
    page,
  }) => {
    // Firefox and WebKit restore the text of a field before the code of the page is loaded.
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const field = document.querySelector<HTMLInputElement>('search-box input');
        if (field) field.value = 'only typed';
      });
    });
    await results.open('?query=regex');
    await results.filter('Category').focus();
    await expect(page.locator('[data-needs="search-results"]')).toHaveCount(0);
    await expect(results.search).toHaveValue('only typed');
    await expect(results.heading).toHaveText('Results for “regex”');
    await expect(page).toHaveURL('/en/search?query=regex');
    await results.filter('Category').selectOption('programming');
    await expect(page).toHaveURL(/category=programming/);
  });

  test('filters by tag and capability, and removes filters again @long', async ({
    results,
    page,
  }) => {
    await results.open('?query=regex');
    await results.filter('Capability').selectOption('code');
    await expect(page).toHaveURL('/en/search?query=regex&capability=code');
    await expect(results.names.first()).toHaveText('Regex Workbench');
    await results.clear.click();
    await expect(page).toHaveURL('/en/search?query=regex');
    await expect(results.filter('Capability')).toHaveValue('');
    await expect(results.clear).toBeHidden();
    await results.open('?tag=Regex');
    await expect(results.names.first()).toHaveText('Regex Workbench');
    await expect(results.tag).toHaveText('Regex');
  });

  test('appends the next page in place, with an announcement', async ({ results, page }) => {
    await results.open();
    await stay(page);
    await results.next.click();
    await expect(results.cards).toHaveCount(2 * gptsPerPage);
    await expect(results.cards.nth(gptsPerPage).getByRole('link')).toBeFocused();
    await expect(page.getByText(`${gptsPerPage} more GPTs loaded`)).toBeVisible();
    await expect(page).toHaveURL('/en/search');
    const names = await results.names.allInnerTexts();
    expect(new Set(names).size).toBe(names.length);
    await page.route('**/api/gpts?*', (route) => route.abort());
    await results.next.click();
    await expect(page.getByText('The next page could not be loaded. Try again.')).toBeVisible();
    await page.unroute('**/api/gpts?*');
    await results.next.click();
    await expect(results.cards.nth(2 * gptsPerPage)).toBeVisible();
    expect(await hasStayed(page)).toBe(true);
  });

  test('shows the error, and leads on @long', async ({ results, page }) => {
    await results.open('?query=qqqqzzzzxx&category=writing');
    await expect(results.notice).toContainText('Nothing found for “qqqqzzzzxx” with these filters');
    await results.notice.getByRole('link', { name: 'Search without filters' }).click();
    await expect(page).toHaveURL('/en/search?query=qqqqzzzzxx');
    await expect(results.notice.getByRole('link')).toBeHidden();
    await expect(page.getByRole('list', { name: 'Popular' }).locator('.card')).toHaveCount(6);
    await page.getByRole('link', { name: 'Show all GPTs' }).click();
    await expect(results.cards).toHaveCount(gptsPerPage);
    await page.route('**/api/gpts?*', (route) => route.abort());
    await results.filter('Category').selectOption('writing');
    await expect(results.notice).toContainText('Search isn’t responding');
    await expect(results.cards).toHaveCount(0);
    await page.unroute('**/api/gpts?*');
    await results.notice.getByRole('link', { name: 'Try again' }).click();
    await expect(results.cards.first()).toBeVisible();
    await expect(results.notice).toBeHidden();
  });

  test('looks the same filled by the server and by the browser', async ({ results, page }) => {
    const cards = () => results.cards.evaluateAll((all) => all.map((card) => card.outerHTML));
    await results.open('?query=plan&content=en');
    const ofServer = await cards();
    await page.route('**/search?*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: emptied(await answer.text()) });
    });
    await page.goto('/en/search?query=plan&content=en');
    await expect(results.cards).toHaveCount(ofServer.length);
    expect(await cards()).toEqual(ofServer);
    await expect(results.filter('Language')).toHaveValue('en');
    await expect(results.search).toHaveValue('plan');
    await expect(page).toHaveTitle('“plan” · GPTs · Dolores');
  });

  test('keeps the query in another language @long', async ({ results, site, page }) => {
    await results.open('?query=plan&content=en');
    await site.openLanguages();
    await site.languages.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL('/de/search?query=plan&content=en');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ergebnisse für „plan“');
  });

  test('is used with the keyboard alone @long', async ({ home, results, page }) => {
    await home.open();
    await home.search.focus();
    await page.keyboard.type('plan');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/en/search?query=plan');
    await results.search.focus();
    await page.keyboard.press('Tab');
    await expect(results.filter('Category')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(/\?query=plan&category=/);
    await expect(results.filter('Category')).toBeFocused();
    await expect(results.count).toHaveText(/^\d+ results?/);
    while (!(await results.clear.evaluate((link) => link === document.activeElement))) {
      await page.keyboard.press('Shift+Tab');
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/en/search?query=plan');
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('fits a phone @phone', async ({ home, results, page }) => {
    await home.open('de');
    await expect(page.locator('.strip > li').first()).toBeInViewport({ ratio: 1 });
    // Some of them need two lines. Two lines cannot hold a name that is much longer, such as one of the odd GPTs.
    const names = page.locator('.strip b');
    const cut = names.evaluateAll(
      (all) =>
        all.filter(
          ({ textContent, scrollHeight, clientHeight }) =>
            textContent.length <= 45 && scrollHeight > clientHeight + 1,
        ).length,
    );
    expect((await names.all()).length).toBeGreaterThan(6);
    expect(await cut).toBe(0);
    await results.open('?query=Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen', 'de');
    for (const language of ['de', 'ja']) {
      await results.open('?category=writing', language);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await expect(results.cards.first()).toBeInViewport();
    }
  });
});

test.describe('the search without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('leads from the form to filtered results, page by page', async ({ home, results, page }) => {
    await home.open();
    await home.search.fill('a');
    await home.search.press('Enter');
    await expect(page).toHaveURL('/en/search?query=a');
    await expect(results.heading).toHaveText('Results for “a”');
    await expect(results.search).toHaveValue('a');
    await results.filter('Language').selectOption('en');
    await page.getByRole('button', { name: 'Search', exact: true }).last().click();
    await expect(page).toHaveURL(/[?&]content=en/);
    await expect(results.filter('Language')).toHaveValue('en');
    await expect(results.cards).toHaveCount(gptsPerPage);
    const first = await results.names.allInnerTexts();
    await results.next.click();
    await expect(page).toHaveURL(/&content=en&page=2$/);
    await expect(results.cards.first()).toBeVisible();
    const second = await results.names.allInnerTexts();
    expect(second.filter((name) => first.includes(name))).toEqual([]);
    await results.previous.click();
    await expect(page).toHaveURL('/en/search?query=a&content=en');
    await expect(results.names).toHaveText(first);
    await results.clear.click();
    await expect(page).toHaveURL('/en/search?query=a');
    await results.cards.first().getByRole('link').click();
    await expect(page).toHaveURL(/\/en\/gpts\//);
  });

  test('shows the query as text, and explains unavailable features @long', async ({
    results,
    page,
  }) => {
    const hostile = '"><script>alert(1)</script> {{x}} $& </title>';
    await results.open(`?query=${encodeURIComponent(hostile)}&tag=${encodeURIComponent(hostile)}`);
    await expect(results.heading).toHaveText(`Results for “${hostile}”`);
    await expect(results.search).toHaveValue(hostile);
    await expect(page).toHaveTitle(`“${hostile}” · GPTs · Dolores`);
    await results.open('?page=0');
    await expect(results.notice).toContainText('There is no such page');
    await results.open(`?query=${'x'.repeat(300)}`);
    await expect(results.notice).toContainText('at most 200 characters');
  });
});

/** Marks the document, so that a test sees whether it was left. */
async function stay(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.classList.add('stayed'));
}

function hasStayed(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.classList.contains('stayed'));
}

/** How much wider than its window the page is. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** The page of results as it lies in the release, where no server of ours fills it. */
function emptied(html: string): string {
  return html
    .replace('data-fill="page"', 'data-fill="page" data-at-once="search-results"')
    .replace(/(<ul [^>]*data-fill="(?:cards|others|similar)"[^>]*>).*?<\/ul>/gs, '$1</ul>')
    .replace(' selected', '')
    .replace(/(<input [^>]*name="query"[^>]*) value="[^"]*"/, '$1');
}
