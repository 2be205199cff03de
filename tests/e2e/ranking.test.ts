import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { rankingDownload } from '#contract/ranking/rankingDownload.ts';
import { rankingRows } from '#domain/ranking/formula.ts';
import { formatOf } from '#i18n/format.ts';
import { expect, test as base } from './fixtures.ts';
import { RankingPage } from './pages/RankingPage.ts';
import {
  rankedMonth,
  rankedWeeks,
  recountReason,
  recountedWeek,
  usedDay,
} from '../setup/site/seeded.ts';

const test = base.extend<{ ranking: RankingPage }>({
  ranking: async ({ page }, use) => use(new RankingPage(page)),
});

const [newest = '', , oldest = ''] = rankedWeeks;
const ranked = ['Bread Troubleshooter', 'Chart Picker', 'Brotbackstube', 'Bug Hunt Partner'];

test.describe('a ranking', () => {
  test('leads from range to range and from period to period, and back', async ({
    ranking,
    page,
  }) => {
    await ranking.open('all');
    await expect(ranking.rows.first()).toContainText('Chart Picker');
    await ranking.ranges.getByRole('link', { name: 'Weekly' }).click();
    await expect(page).toHaveURL('/en/ranking/weekly');
    await expect(ranking.heading).toHaveText('Weekly ranking');
    expect((await ranking.names()).slice(0, ranked.length)).toEqual(ranked);
    await expect(ranking.rows).toHaveCount(rankingRows);
    await ranking.previous.click();
    await expect(page).toHaveURL(`/en/ranking/weekly/${recountedWeek}`);
    const recounted = await ranking.names();
    expect(recounted.length).toBeGreaterThan(ranked.length);
    await ranking.chosen.click();
    await ranking.menu.getByRole('link').last().click();
    await expect(page).not.toHaveURL(`/en/ranking/weekly/${recountedWeek}`);
    await ranking.next.click();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(`/en/ranking/weekly/${recountedWeek}`);
    await page.reload();
    await expect(ranking.rows).toHaveCount(recounted.length);
    expect(await ranking.names()).toEqual(recounted);
    expect(recounted[0]).toBe('Chart Picker');
    await ranking.ranges.getByRole('link', { name: 'Monthly' }).click();
    await expect(ranking.chosen).toHaveText(formatOf('en').month(rankedMonth));
  });

  test('shows for each place its movement, its growth, and estimates @long', async ({
    ranking,
  }) => {
    await ranking.open(`weekly/${newest}`);
    const [first, second, third] = [0, 1, 2].map((place) => ranking.rows.nth(place));
    await expect(first?.getByRole('cell').first() ?? ranking.table).toHaveText(/1\s+up\s+1/);
    await expect(second?.getByRole('cell').first() ?? ranking.table).toHaveText(/2\s+down\s+1/);
    await expect(first?.getByRole('img') ?? ranking.table).toHaveAccessibleName(
      /^New chats in the last \d+ weeks: from \d+, at most \d+$/,
    );
    await expect(third ?? ranking.table).toContainText('estimated');
    await expect(first ?? ranking.table).not.toContainText('estimated');
    await expect(ranking.page.getByText('≈ Estimated:')).toBeVisible();
  });

  test('shows time and reason of the operator’s recount @long', async ({ ranking, page }) => {
    await ranking.open(`weekly/${recountedWeek}`);
    await expect(page.getByRole('main')).toContainText('Counted again on');
    await expect(page.getByText(recountReason, { exact: true })).toBeVisible();
    await ranking.open(`weekly/${newest}`);
    await expect(page.getByRole('main')).not.toContainText('Counted again on');
  });

  test('shows every category, and the ranking within one', async ({ ranking, page }) => {
    await ranking.open('categories');
    await expect(ranking.table.getByRole('columnheader')).toHaveText([
      'Category',
      'GPTs',
      'First place',
      'New chats',
    ]);
    await ranking.rows.getByRole('link', { name: 'Food & drink' }).click();
    await expect(page).toHaveURL('/en/ranking/categories/food-and-drink');
    expect(await ranking.names()).toEqual(['Bread Troubleshooter', 'Brotbackstube']);
    await ranking.chosen.click();
    await ranking.menu.getByRole('link', { name: 'Data' }).click();
    await expect(ranking.heading).toHaveText('Ranking: Data');
  });

  test('offers its formula and numbers as the contract defines them', async ({ ranking, page }) => {
    for (const rest of [`weekly/${oldest}`, 'categories']) {
      await ranking.open(rest);
      const arriving = page.waitForEvent('download');
      await ranking.download.click();
      const file = await arriving;
      expect(file.suggestedFilename()).toMatch(/^dolores-ranking-[\w-]+\.json$/);
      const text = await readFile(await file.path(), 'utf8');
      const content = rankingDownload.parse(JSON.parse(text));
      expect(content.rows.length).toBe(await ranking.rows.count());
      expect(content.source.site).toBe(new URL(page.url()).origin);
    }
  });

  test('has a menu that fits a low window, down to its last part @long', async ({
    ranking,
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 540 });
    await ranking.open('daily');
    await ranking.chosen.click();
    await expect(ranking.menu).toBeInViewport({ ratio: 1 });
    await ranking.menu.evaluate((menu) => menu.scrollTo(0, menu.scrollHeight));
    await expect(ranking.menu.getByRole('button', { name: 'Show' })).toBeInViewport({ ratio: 1 });
  });

  test('can be used with the keyboard alone @long', async ({ ranking, page }) => {
    await ranking.open('daily');
    await tabTo(page, 'Weekly');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/en/ranking/weekly');
    await tabTo(page, 'Previous period');
    await page.keyboard.press('Tab');
    await expect(ranking.chosen).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(ranking.menu).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(ranking.menu.getByRole('link').nth(1)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(ranking.menu).toBeHidden();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/en\/ranking\/weekly\/\d{4}-\d{2}-\d{2}$/);
  });

  test('fits a phone: nothing scrolls sideways, every number is seen @phone', async ({
    ranking,
    page,
  }) => {
    for (const rest of ['all', 'weekly', 'categories', 'categories/food-and-drink']) {
      await ranking.open(rest);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(360);
      for (const cell of await ranking.rows.first().getByRole('cell').all()) {
        await expect(cell).toBeInViewport({ ratio: 1 });
      }
    }
    await ranking.chosen.tap();
    await expect(ranking.menu).toBeInViewport({ ratio: 1 });
  });
});

test.describe('without JavaScript, a ranking', () => {
  test.use({ javaScriptEnabled: false });

  test('leads to all pages by its links and menus', async ({ ranking, page }) => {
    await ranking.open('weekly');
    await expect(ranking.rows).toHaveCount(rankingRows);
    await ranking.chosen.click();
    await ranking.menu.getByRole('link').nth(1).click();
    await expect(page).toHaveURL(/\/en\/ranking\/weekly\/\d{4}-\d{2}-\d{2}$/);
    await ranking.ranges.getByRole('link', { name: 'Daily' }).click();
    await ranking.chosen.click();
    await expect(page.getByText('Another day')).toBeHidden();
    await ranking.ranges.getByRole('link', { name: 'Categories' }).click();
    await expect(ranking.rows).not.toHaveCount(0);
  });
});

test.describe('a ranking without a page in the release', () => {
  const older = `daily/${usedDay}`;

  test('is loaded from the server, and looks like a page of the release', async ({
    ranking,
    page,
    requests,
  }) => {
    const answer = await page.goto(`/en/ranking/${older}`);
    expect(answer?.status()).toBe(404);
    await expect(ranking.heading).toHaveText('Daily ranking');
    await expect(page).toHaveTitle(`Daily GPT ranking, ${formatOf('en').day(usedDay)} · Dolores`);
    expect(await ranking.names()).toEqual(['Regex Workbench']);
    await expect(ranking.rows.first()).toContainText('5');
    await expect(ranking.rows.first()).toContainText('Programming');
    await expect(ranking.table.getByRole('columnheader')).toHaveCount(6);
    await expect(page.getByText('≈ Estimated:')).toHaveCount(0);
    await expect(page.getByText('Counted again on')).toHaveCount(0);
    await expect(ranking.next).toHaveCount(0);
    expect(requests.filter((request) => request.includes('/api/'))).toHaveLength(2);
    await ranking.previous.click();
    await expect(page).toHaveURL(/\/en\/ranking\/daily\/\d{4}-\d{2}-\d{2}$/);
    await expect(ranking.rows.first()).toContainText('Bread Troubleshooter');
  });

  test('uses the language of its address @both @long', async ({ ranking, page }) => {
    await page.goto(`/de/ranking/${older}`);
    await expect(ranking.heading).toHaveText('Tagesrangliste');
    await expect(ranking.rows.first()).toContainText('Programmieren');
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(width).toBeLessThanOrEqual(0);
  });

  test('is found by its day', async ({ ranking, page }) => {
    await ranking.open('daily');
    await ranking.chosen.click();
    await ranking.menu.getByLabel('Another day').fill(usedDay);
    await ranking.menu.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(`/en/ranking/${older}`);
    await expect(ranking.rows.first()).toContainText('Regex Workbench');
  });

  test('is found by its day, also when the code of the field loads late @long', async ({
    ranking,
    page,
  }) => {
    const hold = Promise.withResolvers<void>();
    await page.route(/\/_astro\/OtherDay\.[^/]+\.js$/, async (route) => {
      await hold.promise;
      await route.continue();
    });
    await ranking.open('daily');
    await ranking.chosen.click();
    await ranking.menu.getByLabel('Another day').fill(usedDay);
    await ranking.menu.getByRole('button', { name: 'Show' }).click();
    hold.resolve();
    await expect(page).toHaveURL(`/en/ranking/${older}`);
  });

  test('is not invented if nothing is frozen @long', async ({ ranking, page }) => {
    for (const rest of ['daily/1999-12-32', 'weekly/2024-02-30', 'categories/no-such-category']) {
      await ranking.open(rest);
      await expect(ranking.heading).toHaveText('Page not found');
      await expect(page.getByRole('table')).toHaveCount(0);
    }
  });

  test('offers its formula and numbers @long', async ({ ranking, page }) => {
    await ranking.open(older);
    const arriving = page.waitForEvent('download');
    await ranking.download.click();
    const file = await arriving;
    expect(file.suggestedFilename()).toBe(`dolores-ranking-daily-${usedDay}.json`);
    const content = rankingDownload.parse(JSON.parse(await readFile(await file.path(), 'utf8')));
    expect(content).toMatchObject({ kind: 'period', range: 'daily', period: { value: usedDay } });
    expect(content.rows).toHaveLength(await ranking.rows.count());
    expect(content.source.site).toBe(new URL(page.url()).origin);
  });

  test('names a day without a ranking, and leads to the nearest ones @both @long', async ({
    ranking,
    page,
  }) => {
    await ranking.open('daily/1999-12-31');
    await expect(ranking.heading).toHaveText('There is no ranking for Dec 31, 1999');
    await expect(page).toHaveTitle('There is no ranking for Dec 31, 1999 · Dolores');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Last ranking before' })).toHaveCount(0);
    await main.getByRole('link', { name: 'First ranking after' }).click();
    await expect(ranking.heading).toHaveText('Daily ranking');
    await page.goto('/de/ranking/monthly/2099-01');
    await expect(ranking.heading).toHaveText('Keine Rangliste: Januar 2099');
    await expect(main.getByRole('link', { name: 'Erste Rangliste danach' })).toHaveCount(0);
    await main.getByRole('link', { name: 'Letzte Rangliste davor' }).click();
    await expect(ranking.heading).toHaveText('Monatsrangliste');
  });

  test('shows that the server is busy, and retries @long', async ({ ranking, page, context }) => {
    await context.route('**/api/gpts/rank/**', (route) => route.abort());
    await ranking.open(older);
    await expect(ranking.heading).toContainText('Server busy');
    await context.unroute('**/api/gpts/rank/**');
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(ranking.rows.first()).toContainText('Regex Workbench');
  });
});

/** Presses Tab until the link of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const nameOfFocus = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      return element.ariaLabel ?? element.innerText.trim();
    });
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await nameOfFocus()) === name) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}
