import type { Page } from 'playwright';
import type { Language } from '#domain/languages/languages.ts';
import { newOrderPath, ordersPath, payPath } from '#domain/orders/orderPaths.ts';
import { chatScreenPath } from '#domain/chat/chatPaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { payAtProvider, payLater, showCode, waitForOrder } from './paySteps.ts';
import type { Screen, Who } from './screens.ts';

const newPro = (language: Language) => newOrderPath(language, 'pro_year', 'USD');
const newPack = (language: Language) => newOrderPath(language, 'credit_500', 'CNY');
const newLargePack = (language: Language) => newOrderPath(language, 'credit_1000', 'CNY');
const noOrder = '00000000-0000-4000-8000-000000000000';

/** The pages of payment and orders. */
export const payScreens: readonly Screen[] = [
  { ...screen('pay-new', newPro, 'user', waitForOrder), widths: [360, 768, 1280] },
  { ...screen('pay-code', newPro, 'user', showCode), isAlone: true },
  { ...screen('pay-failed', newPro, 'user', payAtProvider('decline')), isAlone: true },
  { ...screen('pay-success', newPack, 'user', payAtProvider('pay')), isAlone: true },
  { ...screen('pay-waiting', newLargePack, 'user', payLater), isAlone: true },
  { ...screen('pay-checking', newPack, 'user', payAtProvider('pay_less')), isAlone: true },
  screen('pay-missing', (language) => payPath(language, noOrder), 'user', waitForHeading),
  screen('pricing-subscribed', pricingPath, 'buyer'),
  screen('orders', ordersPath, 'buyer', waitForHeading),
  screen('orders-empty', ordersPath, 'poor', waitForHeading),
  screen('orders-visitor', ordersPath, 'visitor', waitForHeading),
  { ...screen('orders-failing', ordersPath, 'buyer', waitForAlert), intercept: cutOrders },
  screen('receipt', ordersPath, 'buyer', openReceipt),
  screen('receipt-billing', ordersPath, 'buyer', openBilling),
  screen(
    'credits-lots',
    (language) => `${chatScreenPath(language, 'settings')}#credits`,
    'buyer',
    waitForLots,
  ),
];

/** At two widths, because most make an order of their own, and an account can make 60 in an hour. */
function screen(
  name: string,
  path: (language: Language) => string,
  who: Who,
  prepare?: NonNullable<Screen['prepare']>,
): Screen {
  return { name, path, who: [who], widths: [360, 1280], whole: true, ...(prepare && { prepare }) };
}

async function waitForHeading(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
}

async function waitForLots(page: Page): Promise<void> {
  await page.locator('#lots').waitFor();
}

async function cutOrders(page: Page): Promise<void> {
  await page.route('**/api/orders?*', (route) => route.abort());
}

async function waitForAlert(page: Page): Promise<void> {
  await page.locator('main [role="alert"]').first().waitFor();
}

async function openReceipt(page: Page): Promise<void> {
  await page.locator('main a[href$="/receipt"]').last().click();
  await page.locator('main article').waitFor();
}

async function openBilling(page: Page): Promise<void> {
  await openReceipt(page);
  await page.locator('main [type="button"]').nth(1).click();
  await page.locator('main form').waitFor();
}
