import { expect, test } from './fixtures.ts';

test.describe('the sharing plan', () => {
  test('is found at the foot of a page, says that it has ended, and still explains itself', async ({
    site,
    page,
  }) => {
    await site.open('/en/pricing');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Sharing plan' }).click();
    await expect(page).toHaveURL('/en/share');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sharing plan');
    await expect(page.getByText('The event ended on Mar 31, 2024.')).toBeVisible();
    await expect(page.getByText(/The event runs/)).toBeHidden();
    await expect(page.getByRole('img', { name: /Drawing of a post/ })).toBeVisible();
    await expect(
      page.getByRole('listitem').filter({ hasText: 'at least 2 hours' }),
    ).not.toHaveCount(0);
  });

  test('leads a phone from the drawer to the terms, and on to refunds @phone', async ({
    site,
    page,
  }) => {
    await site.open('/en/share');
    await site.openDrawer.click();
    await site.drawer.getByRole('link', { name: 'Terms' }).click();
    await expect(page).toHaveURL('/en/terms');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'support@example.org' })).toBeVisible();
    await main.getByRole('link', { name: 'refund policy' }).click();
    await expect(page).toHaveURL('/en/refunds');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refunds');
  });

  test('offers no QQ group where the operator has none', async ({ site, page, request }) => {
    await site.open('/en/share');
    await expect(page.getByRole('link', { name: 'QQ group' })).toHaveCount(0);
    expect((await request.get('/QQ.jpg')).status()).toBe(404);
  });
});
