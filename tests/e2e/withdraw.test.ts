import { orderNumber } from '#domain/orders/withdrawals.ts';
import { expectNothingWrong } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { readMail } from './mailbox.ts';
import { PayPage } from './pages/PayPage.ts';

const successPage = /\/pay\/([0-9a-f-]{36})\/success$/;

test.describe('withdrawing from a contract', () => {
  test('is found in the footer, done in two steps, and acknowledged by mail @both', async ({
    site,
    page,
    signIn,
  }) => {
    const { email } = await signIn();
    const pay = new PayPage(page);
    await pay.buy('credit_500');
    const [, order = ''] = successPage.exec(new URL(page.url()).pathname) ?? [];
    // A page of payment leads to the sign-in once its session is gone, maybe in the middle of the next step.
    await site.open('/en/share');
    await page.context().clearCookies();
    await site.open('/en/share');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'Withdraw from a contract' })
      .click();
    const main = page.getByRole('main');
    await expectNothingWrong(page);
    await main.getByLabel('Order number').fill('12');
    await main.getByLabel('E-mail address of your account').fill(email);
    await main.getByRole('button', { name: 'Withdraw from contract' }).click();
    await expect(main.getByText('This is not an order number.')).toBeVisible();
    await main.getByLabel('Order number').fill(orderNumber(order));
    await main.getByLabel('Name (optional)').fill('Erika <b>Beispiel</b>');
    await main.getByRole('button', { name: 'Withdraw from contract' }).click();
    await expect(main.getByText('I withdraw from the contract for this order.')).toBeVisible();
    await expect(main.getByText('Erika <b>Beispiel</b>')).toBeVisible();
    await expect(main.getByText('Where is my order number?')).toBeHidden();
    await expectNothingWrong(page);
    await main.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await expect(main.getByText('Your withdrawal has been received')).toBeVisible();
    await expect(main.getByText(/^Received on .* UTC\.$/)).toBeVisible();
    await page.reload();
    await expect(main.getByText('Your withdrawal has been received')).toBeVisible();
    await expect
      .poll(() => readMail(email), { timeout: 80_000 })
      .toContain('$4.99 goes back to you');
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });
    test('takes the same two steps @long', async ({ site, page }) => {
      await site.open('/de/withdraw');
      const main = page.getByRole('main');
      await main.getByLabel('Bestellnummer').fill('1a2b 3c4d 5e6f');
      await main.getByLabel('E-Mail-Adresse Ihres Kontos').fill('nobody@example.org');
      await main.getByRole('button', { name: 'Vertrag widerrufen' }).click();
      await expect(main.getByText('Ich widerrufe den Vertrag')).toBeVisible();
      await expect(main.getByText('Name', { exact: true })).toBeHidden();
      await main.getByRole('button', { name: 'Widerruf bestätigen' }).click();
      await expect(main.getByText('Ihr Widerruf ist eingegangen')).toBeVisible();
    });
  });
});
