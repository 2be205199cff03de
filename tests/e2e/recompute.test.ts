import { expect, test as base } from './fixtures.ts';
import { RankingPage } from './pages/RankingPage.ts';
import { rankedWeeks, recountReason, recountedWeek, usedDay } from '../setup/site/seeded.ts';

const test = base.extend<{ ranking: RankingPage }>({
  ranking: async ({ page }, use) => use(new RankingPage(page)),
});

const [, , oldest = ''] = rankedWeeks;

test.describe('a ranking', () => {
  test('is recomputed in the browser, each place equal, also after a recount', async ({
    ranking,
    requests,
  }) => {
    await ranking.open(`weekly/${recountedWeek}`);
    const places = await ranking.rows.count();
    expect(requests.filter((request) => request.includes('/ranking/formula'))).toEqual([]);
    await ranking.recompute.press('Enter');
    await expect(ranking.recomputed).toContainText(/All \d+ places are equal/);
    await expect(ranking.recompute).toBeFocused();
    await expect(ranking.recomputed).toContainText('The chain of records is unbroken');
    await expect(ranking.recomputed).toContainText(`Reason: ${recountReason}`);
    await expect(ranking.rows.getByText('equal', { exact: true })).toHaveCount(places);
  });

  test('shows one changed number, and a file that is missing', async ({ ranking, page }) => {
    await page.route('**/inputs.json', async (route) => {
      const response = await route.fetch();
      const inputs = (await response.text()).replace(/(\[\d+,\d+,)(\d)/, '$19$2');
      await route.fulfill({ response, body: inputs });
    });
    await ranking.open(`weekly/${oldest}`);
    await ranking.recompute.click();
    await expect(ranking.recomputed).toContainText('Places that differ');
    await expect(ranking.recomputed).toContainText('The inputs are not the recorded ones');
    await expect(ranking.rows.getByText('different', { exact: true })).not.toHaveCount(0);
    await page.route('**/result.json', (route) => route.abort());
    await ranking.recompute.click();
    await expect(ranking.recomputed).toHaveText(/^A file could not be loaded/);
  });
});

test.describe('a ranking without a page in the release', () => {
  test('is recomputed in the browser from the files of the server', async ({ ranking, page }) => {
    await ranking.open(`daily/${usedDay}`);
    await ranking.recompute.click();
    await expect(ranking.recomputed).toContainText('The only place is equal.');
    await expect(ranking.recomputed).toContainText('The chain of records is unbroken');
    await expect(ranking.rows.getByText('equal', { exact: true })).toHaveCount(1);
    const inputs = page.getByRole('main').getByRole('link', { name: 'Inputs', exact: true });
    const response = await page.request.get((await inputs.getAttribute('href')) ?? '');
    expect(response.status()).toBe(200);
  });
});

test.describe('without JavaScript, a ranking', () => {
  test.use({ javaScriptEnabled: false });

  test('offers its files and the formula', async ({ ranking, page }) => {
    await ranking.open(`weekly/${oldest}`);
    await expect(ranking.recompute).toBeHidden();
    for (const name of ['Inputs', 'Result', 'Records', 'Formula']) {
      const link = page.getByRole('main').getByRole('link', { name, exact: true });
      const response = await page.request.get((await link.getAttribute('href')) ?? '');
      expect(response.status()).toBe(200);
    }
  });
});
