import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const style = (part: Locator, name: 'backgroundColor' | 'borderTopWidth'): Promise<string> =>
  part.evaluate((element, property) => getComputedStyle(element)[property], name);

test.describe('with forced colours', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }));

  test('the chosen option, chip and switch differ from the others, and buttons have edges', async ({
    home,
    page,
  }) => {
    await home.open();
    const chips = page.getByRole('navigation', { name: 'Categories' }).getByRole('link');
    expect(await style(chips.nth(0), 'backgroundColor')).not.toBe(
      await style(chips.nth(1), 'backgroundColor'),
    );
    expect(await style(chips.nth(1), 'borderTopWidth')).toBe('1px');
    await home.find('plan');
    const options = home.results.getByRole('option');
    await expect(options.nth(1)).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
    expect(await style(options.nth(0), 'backgroundColor')).not.toBe(
      await style(options.nth(1), 'backgroundColor'),
    );
    await page.goto('/en/pricing');
    const periods = page.locator('.switch').first().locator('label');
    expect(await style(periods.nth(0), 'backgroundColor')).not.toBe(
      await style(periods.nth(1), 'backgroundColor'),
    );
    expect(await style(page.locator('main .button').first(), 'borderTopWidth')).toBe('1px');
  });
});
