import { newOrderPath, ordersPath } from '#domain/orders/orderPaths.ts';
import { expectNothingWrong } from './axe.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { languageTags } from './languageTags.ts';
import { OrdersPage, chineseOrders } from './pages/OrdersPage.ts';
import { PayPage } from './pages/PayPage.ts';

test.describe('orders', () => {
  for (const [language, texts] of [
    ['en', undefined],
    ['zh', chineseOrders],
  ] as const) {
    test(`leads from an empty list to prices, and lists new orders in ${language} ${languageTags[language]}`, async ({
      page,
      signIn,
    }) => {
      await signIn();
      const orders = new OrdersPage(page, texts);
      await page.goto(ordersPath(language));
      await expect(orders.pricing).toHaveAttribute('href', `/${language}/pricing`);
      await expectNothingWrong(page);
      const pay = new PayPage(page);
      await pay.buy('credit_500');
      await page.goto(newOrderPath('en', 'pro_year', 'CNY'));
      await pay.order();
      await pay.atProvider('Decline the payment');
      await expect(pay.retry).toBeVisible();
      await page.goto(ordersPath(language));
      await expect(orders.items).toHaveText([orders.texts.failedPro, orders.texts.paidPack]);
      await expectNothingWrong(page);
      await orders.receipt.click();
      await expect(orders.heading).toHaveText(orders.texts.receiptTitle);
      await expect(orders.main).toContainText(orders.texts.receiptOfPack);
      await expectNothingWrong(page);
      await orders.addBilling.click();
      await orders.billingName.fill('Ann Example');
      await orders.save.click();
      await expect(orders.paper).toContainText('Ann Example');
      await orders.back.click();
      await orders.retry.click();
      await page.waitForURL(/\/pay\/[0-9a-f-]{36}\?retry=1$/);
    });
  }

  test('leads a visitor to the sign-in, with the reason, and back @long', async ({
    page,
    login,
  }) => {
    const orders = new OrdersPage(page);
    await page.goto(ordersPath('en'));
    await expect(orders.main).toContainText('Sign in to see yours.');
    await orders.main.getByRole('link', { name: 'Sign in' }).click();
    await login.signIn(newEmail());
    await expect(orders.main).toContainText('You have not ordered anything yet.');
  });

  test('offers to retry if the orders cannot be loaded @long', async ({ page, signIn }) => {
    await signIn();
    const orders = new OrdersPage(page);
    await page.route('**/api/orders?*', (route) => route.abort(), { times: 1 });
    await page.goto(ordersPath('en'));
    await expect(orders.main.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    await orders.main.getByRole('button', { name: 'Try again' }).click();
    await expect(orders.main).toContainText('You have not ordered anything yet.');
  });
});

test('shows plan and orders at once, so that nothing moves under a finger @long', async ({
  page,
  signIn,
}) => {
  await signIn();
  const orders = new OrdersPage(page);
  const pay = new PayPage(page);
  await pay.buy('pro_year');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/subscription', async (route) => {
    await held.promise;
    await route.continue();
  });
  const listed = page.waitForResponse('**/api/orders?*');
  await page.goto(ordersPath('en'));
  await (await listed).finished();
  await expect(orders.main.getByRole('status')).toBeVisible();
  await expect(orders.receipt).toBeHidden();
  held.resolve();
  await expect(orders.main.getByRole('heading', { level: 2 }).first()).toHaveText('Your plan');
  await expect(orders.receipt).toBeVisible();
});

test('prints a receipt on one page of A4, dark on white', async ({ page, signIn }) => {
  await signIn();
  const orders = new OrdersPage(page);
  const pay = new PayPage(page);
  await pay.buy('pro_year');
  await page.evaluate(() => localStorage.setItem('dark-mode', 'true'));
  await page.goto(ordersPath('en'));
  await orders.receipt.click();
  await expect(orders.paper).toContainText('Promotion, 38% off−$213.24');
  await page.emulateMedia({ media: 'print' });
  await expect(orders.back).toBeHidden();
  await expect(orders.addBilling).toBeHidden();
  await expect(orders.paper).toBeVisible();
  const ink = await orders.paper.evaluate((paper) => getComputedStyle(paper).color);
  expect(ink).toMatch(/^oklch\(0\.24 /);
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
