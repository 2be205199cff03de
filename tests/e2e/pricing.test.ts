import type { Page } from '@playwright/test';
import { addDays, dayOf } from '#domain/dates.ts';
import { offers } from '#domain/pricing/offers.ts';
import { expectNothingWrong } from './axe.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { runCommand } from './operator.ts';
import { PayPage } from './pages/PayPage.ts';
import { PlanCard } from './pages/PlanCard.ts';
import { PricingPage } from './pages/PricingPage.ts';
import { servePricing } from './servePricing.ts';

const [promotion] = offers.promotions;
if (!promotion) throw new Error('There is no promotion to look at');
const { from: firstDay, to: lastDay } = promotion;

/** A page that was published on one day and is read on another. */
async function openOn(page: Page, day: string, published = day): Promise<PricingPage> {
  await servePricing(page, published);
  await page.clock.setFixedTime(`${day}T12:00:00Z`);
  const pricing = new PricingPage(page);
  await pricing.open();
  return pricing;
}

async function expectNoShift(page: Page, act: () => Promise<void>): Promise<void> {
  const heights = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('article, main')].map((part) => part.clientHeight),
    );
  const before = await heights();
  await act();
  expect(await heights()).toEqual(before);
}

test.describe('the page of prices', () => {
  // In one worker, which renders each page once, in the time of the test that needs it first.
  test.describe.configure({ mode: 'default', timeout: 120_000 });

  test('shows the price by the month or the year, in either currency, and moves nothing @both', async ({
    page,
  }) => {
    const pricing = await openOn(page, lastDay);
    const { basic, pro } = pricing;
    expect(await pricing.shown(pro)).toContain('$46.76 $28.99 a month');
    expect(await pricing.shown(basic)).toContain('$8.99 a month');
    await expectNoShift(page, () => pricing.year.check());
    expect(await pricing.shown(pro)).toContain('$278.30 a year');
    expect(await pricing.shown(basic)).toContain('$21.58 (20%) less than monthly');
    await expect(pricing.button(pro)).toHaveAttribute(
      'href',
      '/en/pay/new?product=pro_year&currency=USD',
    );
    await expectNoShift(page, () => pricing.currency('CNY').check());
    expect(await pricing.shown(basic)).toContain('CN¥614.40 a year');
    await expect(pricing.button(basic)).toHaveAttribute(
      'href',
      '/en/pay/new?product=basic_year&currency=CNY',
    );
    const pack = page.getByRole('article', { name: '500 credits' });
    expect(await pricing.shown(pack)).toContain('CN¥36.00 one-time');
  });

  test('keeps the choices in the address, and the currency for the visit', async ({ page }) => {
    const pricing = await openOn(page, lastDay);
    await pricing.year.check();
    await pricing.currency('CNY').check();
    await expect(page).toHaveURL('/en/pricing#billing=year&currency=CNY');
    await page.goto('/en');
    await pricing.open();
    await expect(pricing.currency('CNY')).toBeChecked();
    await expect(pricing.month).toBeChecked();
    await page.goto('/en');
    await pricing.open('#billing=year&currency=USD');
    await expect(pricing.year).toBeChecked();
    await expect(pricing.currency('USD')).toBeChecked();
    expect(await pricing.shown(pricing.basic)).toContain('$86.30 a year');
  });

  test('is switched by the keyboard @long', async ({ page }) => {
    const pricing = await openOn(page, lastDay);
    await pricing.month.focus();
    await page.keyboard.press('ArrowRight');
    await expect(pricing.year).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await expect(pricing.currency('CNY')).toBeChecked();
    expect(await pricing.shown(pricing.basic)).toContain('CN¥614.40 a year');
  });

  test('ends and begins a promotion by itself, also on an old page', async ({ page }) => {
    const ended = await openOn(page, addDays(lastDay, 1), lastDay);
    expect(await ended.shown(ended.pro)).toContain('$46.76 a month');
    expect(await ended.shown(ended.pro)).not.toMatch(/28\.99|38%/);
    await page.unroute('**/en/pricing');
    const early = await openOn(page, addDays(firstDay, -1));
    expect(await early.shown(early.pro)).not.toMatch(/28\.99|38%/);
    await page.unroute('**/en/pricing');
    const begun = await openOn(page, firstDay, addDays(firstDay, -1));
    expect(await begun.shown(begun.pro)).toContain('$46.76 $28.99 a month');
    expect(await begun.shown(begun.pro)).toContain('38% off until');
  });

  test('lets visitors sign in first, requests nothing from the API before, and continues to the order', async ({
    page,
    login,
    requests,
  }) => {
    const pricing = await openOn(page, lastDay);
    await pricing.year.check();
    await pricing.button(pricing.pro).click();
    await expect(login.email).toBeVisible();
    expect(requests.filter((request) => request.includes('/api/'))).toEqual([]);
    await login.signIn(newEmail());
    await page.waitForURL('/en/pay/new?product=pro_year&currency=USD');
  });

  test('shows the user’s plan instead of its button', async ({ page, signIn, baseURL }) => {
    await signIn();
    const code = (await runCommand('codes', 'issue', '--grants', 'pro:month')).trim();
    await page.request.post('/api/product/code', {
      params: { code },
      headers: { origin: baseURL ?? '' },
      failOnStatusCode: true,
    });
    const pricing = await openOn(page, dayOf(new Date()), lastDay);
    const use = pricing.button(pricing.pro);
    await expect(use).toHaveText('Subscribed, use now');
    await expect(use).toHaveAttribute('href', '/en');
    await expect(pricing.pro.getByText('Your plan')).toBeVisible();
    await expect(pricing.basic.getByText('Your plan')).toBeHidden();
    await expect(pricing.month).toBeChecked();
    await expect(pricing.button(pricing.basic)).toHaveText('Change to Basic');
    await pricing.year.check();
    const change = pricing.button(pricing.pro);
    await expect(change).toHaveText('Switch to yearly');
    await expect(change).toHaveAttribute('href', '/en/pay/new?product=pro_year&currency=USD');
  });

  test('opens on the period of the user’s own plan, and puts the other one into the address', async ({
    page,
    signIn,
    baseURL,
  }) => {
    await signIn();
    const code = (await runCommand('codes', 'issue', '--grants', 'basic:year')).trim();
    await page.request.post('/api/product/code', {
      params: { code },
      headers: { origin: baseURL ?? '' },
      failOnStatusCode: true,
    });
    const pricing = await openOn(page, dayOf(new Date()), lastDay);
    await expect(pricing.year).toBeChecked();
    await expect(pricing.button(pricing.basic)).toHaveText('Subscribed, use now');
    await expect(page).toHaveURL('/en/pricing');
    await pricing.month.check();
    await expect(page).toHaveURL('/en/pricing#billing=month');
    await page.reload();
    await expect(pricing.basic.getByText('Your plan')).toBeVisible();
    await expect(pricing.month).toBeChecked();
  });

  test('leads from a plan by the year to the same one by the month as a change of it @long', async ({
    page,
    signIn,
  }) => {
    await signIn();
    const pay = new PayPage(page);
    await pay.buy('pro_year');
    const pricing = new PricingPage(page);
    await pricing.open();
    await expect(pricing.year).toBeChecked();
    await expect(pricing.button(pricing.pro)).toHaveText('Subscribed, use now');
    await pricing.month.check();
    await expect(pricing.button(pricing.pro)).toHaveText('Switch to monthly');
    await pricing.button(pricing.pro).click();
    const card = new PlanCard(page);
    await expect(card.plan(card.texts.proMonth)).toBeChecked();
  });

  test('counts the owner of a pack as subscribed, and leads to the orders @long', async ({
    page,
    signIn,
  }) => {
    await signIn();
    const pricing = new PricingPage(page);
    await pricing.open();
    await expect(pricing.button(pricing.start)).toHaveText('Find a GPT');
    const pay = new PayPage(page);
    await pay.buy('credit_500');
    await pricing.open();
    const orders = pricing.button(pricing.start);
    await expect(orders).toHaveText('See your orders');
    await orders.click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Orders and receipts' }),
    ).toBeVisible();
    await expect(page.getByRole('main')).toContainText('500 credits');
  });

  test('has no accessibility errors', async ({ page }) => {
    const pricing = await openOn(page, lastDay);
    await expectNothingWrong(page, 'main');
    await pricing.year.check();
    await page.getByText('Do credits expire?').click();
    await page.evaluate(() => document.documentElement.classList.add('dark'));
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNothingWrong(page, 'main');
    await page.unroute('**/en/pricing');
    await servePricing(page, lastDay, []);
    await pricing.open();
    await expect(
      page.getByRole('heading', { name: 'Credits come with a gift code' }),
    ).toBeVisible();
    await expectNothingWrong(page, 'main');
  });
});

test.describe('the page of prices without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('switches prices, and its buttons are links', async ({ page }) => {
    await servePricing(page, lastDay);
    const pricing = new PricingPage(page);
    await pricing.open();
    expect(await pricing.shown(pricing.pro)).toContain('$28.99 a month');
    await pricing.year.check();
    await pricing.currency('CNY').check();
    expect(await pricing.shown(pricing.basic)).toContain('CN¥614.40 a year');
    await expect(pricing.button(pricing.pro)).toHaveAttribute(
      'href',
      '/en/pay/new?product=pro_year&currency=CNY',
    );
    await page.getByText('Do credits expire?').click();
    await expect(page.getByText('Plan credits expire at the end')).toBeVisible();
  });
});
