import { ordersPath } from '#domain/orders/orderPaths.ts';
import { expectNothingWrong } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { PayPage } from './pages/PayPage.ts';

test('a refund shows the returned amount before it is requested, and is listed afterwards @both', async ({
  page,
  signIn,
}) => {
  await signIn();
  const pay = new PayPage(page);
  await pay.buy('credit_500');
  await page.goto(ordersPath('en'));
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Ask for a refund' }).click();
  await expect(main.getByRole('status')).toHaveText(/^You get \$4\.99 back .* 500 credits/);
  await expectNothingWrong(page);
  await expect(
    main.getByRole('link', { name: 'Withdraw from the contract instead' }),
  ).toHaveAttribute('href', /^\/api\/withdrawals\/form\?lang=en&order=\w{4}-\w{4}-\w{4}$/);
  await main.getByRole('button', { name: 'Refund $4.99' }).click();
  await expect(main.getByText('Refunded', { exact: true })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Ask for a refund' })).toHaveCount(0);
});
