import type { Page } from '@playwright/test';
import { gptsOnFirstHome } from '#domain/gpts/gpts.ts';
import { expect, test } from './fixtures.ts';

test.use({ javaScriptEnabled: false });

test.describe('without JavaScript', () => {
  test('the directory can be read, page by page, and a GPT shows all of its fields', async ({
    home,
    site,
    gptPage,
    page,
  }) => {
    await home.open();
    await expect(home.cards).toHaveCount(gptsOnFirstHome);
    await home.loadMore.click();
    await expect(page).toHaveURL('/en/page/2');
    await expect(home.cards.first()).toBeVisible();
    await page.getByRole('link', { name: 'Previous page' }).click();
    await expect(page).toHaveURL('/en');
    await home.loadMore.click();
    await home.cards.first().click();
    await expect(page).toHaveURL(/\/en\/gpts\//);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNothingUndefined(page);
    await site.open('/en/gpts/regex-workbench');
    await expect(gptPage.title).toHaveText('Regex Workbench');
    await expect(gptPage.use).toHaveAttribute('href', '/en/chat/g/regex-workbench');
    await expect(gptPage.starters).toHaveCount(4);
    await expect(page.getByText('A pattern is right only relative to its examples')).toBeVisible();
    await expectNothingUndefined(page);
  });

  test('rankings, prices and languages are links @long', async ({ site, page }) => {
    await site.open('/en');
    await site.menu.getByRole('link', { name: 'Ranking' }).click();
    await expect(page).toHaveURL('/en/ranking/all');
    await expect(page.getByRole('row')).not.toHaveCount(0);
    await expectNothingUndefined(page);
    await site.openLanguages();
    await site.languages.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL('/de/ranking/all');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await site.open('/en/pricing');
    await expect(page.getByRole('main')).toContainText('GPT-4-turbo');
    await expectNothingUndefined(page);
  });

  test('controls that need a script are hidden or explained', async ({ site, page }) => {
    await site.open('/en');
    await expect(site.sign).toBeHidden();
    await expect(site.theme).toBeHidden();
    await expect(site.dismiss).toBeHidden();
    await site.open('/en/login');
    // A browser that only pretends to have no script does not draw the content of noscript.
    expect(await page.content()).toContain('Signing in with a code needs JavaScript');
    await page.getByLabel('E-mail address').fill('someone@example.org');
    await page.getByLabel('Verification code').fill('1234');
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('main')).toContainText('neither used nor stored');
    expect(page.url()).not.toMatch(/someone|1234/);
    expect(await page.content()).not.toMatch(/someone|1234/);
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await expect(page).toHaveURL('/en/login');
    await site.open('/en/chat/openai/gpt-4o-mini');
    expect(await page.content()).toContain('The chat needs JavaScript');
  });
});

test('a phone without JavaScript has the drawer @phone @long', async ({ site, page }) => {
  await site.open('/en');
  await site.openDrawer.click();
  await site.drawer.getByRole('link', { name: 'Ranking' }).click();
  await expect(page).toHaveURL('/en/ranking/weekly');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

async function expectNothingUndefined(page: Page): Promise<void> {
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(/\bundefined\b|\bNaN\b|\[object |\bnull\b/);
}
