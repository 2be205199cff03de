import { expect, test } from './fixtures.ts';

test.describe('searching while typing', () => {
  test('lists the first results, and leads to all of them', async ({ home, results, page }) => {
    await home.open();
    await home.find('plan');
    await expect(home.searchStatus).toHaveText(/^\d+ results/);
    const total = await home.searchStatus.innerText();
    const options = home.results.getByRole('option');
    expect(await options.count()).toBeLessThan(10);
    await expect(options.first().locator('mark').first()).toHaveText(/^plan/i);
    await options.last().click();
    await expect(page).toHaveURL('/en/search?query=plan');
    await expect(results.count).toHaveText(total);
  });

  test('is restored on the way back, and remembered until it is removed', async ({
    home,
    page,
  }) => {
    await home.open();
    await page.keyboard.press('/');
    await expect(home.search).toBeFocused();
    await page.keyboard.type('only/typed');
    await expect(home.search).toHaveValue('only/typed');
    await home.find('regex');
    await home.results.getByRole('option').first().click();
    await expect(page).toHaveURL(/\/en\/gpts\//);
    await page.goBack();
    await expect(home.search).toHaveValue('regex');
    await home.search.click();
    await expect(home.results.getByRole('option').first()).toContainText('Regex Workbench');
    await home.search.fill('');
    await expect(home.searchStatus).toHaveText('Recent searches');
    await expect(home.results.getByRole('option')).toHaveText(['regex']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/en/search?query=regex');
    await page.goBack();
    await home.search.click();
    await page.getByRole('button', { name: 'Remove “regex” from recent searches' }).click();
    await expect(home.results).toBeHidden();
    await expect(home.search).toBeFocused();
  });

  test('has a key that can be switched off on this device, by keyboard @long', async ({
    home,
    page,
  }) => {
    await home.open();
    const box = page.getByRole('checkbox', { name: 'The / key opens the search' });
    await expect(box).toBeChecked();
    await box.focus();
    await page.keyboard.press('Space');
    await expect(box).not.toBeChecked();
    await page.keyboard.press('/');
    await expect(home.search).not.toBeFocused();
    await expect(page.locator('kbd.search-key')).toBeHidden();
    await page.reload();
    await expect(box).not.toBeChecked();
    await page.keyboard.press('/');
    await expect(home.search).not.toBeFocused();
    await expect(home.search).not.toHaveAttribute('aria-keyshortcuts');
    await box.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('/');
    await expect(home.search).toBeFocused();
  });

  test('finds despite a wrong letter, and the exact name first @long', async ({ home }) => {
    await home.open();
    await home.find('Regex Workbenhc');
    await expect(home.results.getByRole('option').first()).toContainText('Regex Workbench');
    await home.find('regex workbench');
    await expect(home.results.getByRole('option').first()).toContainText('Regex Workbench');
  });

  test('shows that nothing was found, and that the search did not answer @long', async ({
    home,
    page,
  }) => {
    await home.open();
    await home.find('qqqqzzzzxx');
    await expect(home.searchStatus).toHaveText('Nothing found for “qqqqzzzzxx”');
    await page.route('**/api/gpts?*', (route) => route.abort());
    await home.find('regex');
    await expect(home.searchStatus).toHaveText('Search isn’t responding.');
    await page.unroute('**/api/gpts?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(home.results.getByRole('option').first()).toContainText('Regex Workbench');
    await expect(home.search).toBeFocused();
  });

  test('is a plain form until its texts can be loaded @long', async ({ home, site, page }) => {
    await page.route('**/texts/*.json', (route) => route.abort());
    await home.open();
    const refused = page.waitForEvent('requestfailed');
    await home.find('regex');
    await refused;
    await expect(home.results).toBeHidden();
    await page.unroute('**/texts/*.json');
    await site.theme.focus();
    await home.search.focus();
    await expect(home.results.getByRole('option').first()).toContainText('Regex Workbench');
  });

  test('stays closed when the visitor left it @long', async ({ home, site, page }) => {
    await home.open();
    // If the field is left before the request was sent, there is none to wait for.
    const asked = page.waitForRequest(/\/api\/gpts\?query=pla/);
    await home.find('pla');
    const request = await asked;
    await site.theme.focus();
    await (await request.response())?.finished();
    await expect(home.results).toBeHidden();
  });
});
