import { newOrderPath } from '#domain/orders/orderPaths.ts';
import { expect, test } from './fixtures.ts';
import { PayPage } from './pages/PayPage.ts';

const successPage = /\/pay\/[0-9a-f-]{36}\/success$/;
const failedPage = /\/pay\/[0-9a-f-]{36}\/failed$/;

test.describe('an order for the same product', () => {
  test('can be paid after the one before failed', async ({ page, signIn }) => {
    await signIn();
    const pay = new PayPage(page);
    for (const button of ['Decline the payment', 'Pay']) {
      await page.goto(newOrderPath('en', 'credit_500', 'USD'));
      await pay.order();
      await pay.atProvider(button);
      await page.waitForURL(button === 'Pay' ? successPage : failedPage);
    }
  });

  test('says that the payment of the one before waits', async ({ page, signIn }) => {
    await signIn();
    const pay = new PayPage(page);
    await page.goto(newOrderPath('en', 'credit_500', 'USD'));
    await pay.order();
    const later = page.getByRole('button', { name: 'Pay, and confirm it later' });
    // Long after the end of this test.
    await later.evaluate((button) =>
      button.insertAdjacentHTML('afterend', '<input type="hidden" name="confirm" value="600">'),
    );
    await later.click();
    await page.waitForURL(successPage);
    await page.goto(newOrderPath('en', 'credit_500', 'USD'));
    await pay.order();
    await expect(pay.heading).toHaveText('Your payment is being processed');
  });
});
