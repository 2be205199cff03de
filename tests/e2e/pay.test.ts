import type { Page } from '@playwright/test';
import { newOrderPath } from '#domain/orders/orderPaths.ts';
import { expectNothingWrong } from './axe.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { languageTags } from './languageTags.ts';
import { ChatPage } from './pages/ChatPage.ts';
import { PayPage, chinesePay } from './pages/PayPage.ts';

const orderPage = /\/en\/pay\/[0-9a-f-]{36}$/;
const successPage = /\/pay\/[0-9a-f-]{36}\/success$/;
const failedPage = /\/pay\/[0-9a-f-]{36}\/failed$/;

const startedChat = '/en/chat/claude/claude-3-opus';

/** Everything that the site stores in this browser, as one text. */
function storedDrafts(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...localStorage }));
}

test.describe('paying', () => {
  for (const [language, texts, amount] of [
    ['en', undefined, '500 credits were added to your account. They do not expire.'],
    ['zh', chinesePay, '已为你的账号添加 500 积分，不会过期。'],
  ] as const) {
    test(`buys a pack at the provider’s page in ${language} ${languageTags[language]}`, async ({
      page,
      signIn,
    }) => {
      await signIn();
      const pay = new PayPage(page, texts);
      const chat = new ChatPage(page);
      if (language === 'en') {
        await page.goto(startedChat);
        await chat.message.fill('What is a lot?');
        // A draft is stored soon after it was typed.
        await expect.poll(() => storedDrafts(page)).toContain('What is a lot?');
      }
      await page.goto(newOrderPath(language, 'credit_500', 'USD'));
      await expect(pay.main).toContainText(language === 'en' ? '$4.99' : 'US$4.99');
      await pay.place.click();
      await expect(pay.waiver).toHaveAccessibleDescription(/\S/);
      await expectNothingWrong(page);
      await pay.order();
      await pay.atProvider('Pay');
      await page.waitForURL(successPage);
      await expect(pay.complete).toBeVisible();
      await expect(pay.main).toContainText(amount);
      await expect(pay.main).toContainText('503');
      await expectNothingWrong(page);
      await expect(pay.home).toHaveAttribute('href', `/${language}`);
      if (language === 'en') {
        await page.getByRole('link', { name: 'Back to the chat' }).click();
        await expect(page).toHaveURL(startedChat);
        await expect(chat.message).toHaveValue('What is a lot?');
      }
    });
  }

  test('shows a code to scan, and notices the payment by itself @both', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn();
    const pay = new PayPage(page);
    await page.goto(newOrderPath('en', 'credit_1000', 'CNY'));
    await pay.order('code');
    await expect(pay.code).toBeVisible();
    await expect(page).toHaveURL(orderPage);
    await expect(pay.main).toContainText(/Time left: (?:2:00:00|1:5\d:\d\d)/);
    await expectNothingWrong(page);
    await page.reload();
    await expect(pay.code).toBeVisible();
    const [scanned] = await Promise.all([context.waitForEvent('page'), pay.testPage.click()]);
    await pay.atProvider('Pay', scanned);
    await page.bringToFront();
    await page.waitForURL(successPage);
    await expect(pay.main).toContainText('1,000 credits were added to your account.');
  });

  test('subscribes to Pro by the month, from the pricing page', async ({ page, signIn }) => {
    await signIn();
    const pay = new PayPage(page);
    await page.goto('/en/pricing');
    await page.getByRole('link', { name: 'Get Pro' }).filter({ visible: true }).first().click();
    await expect(pay.main).toContainText('Promotion, 38% off');
    await expect(pay.main).toContainText('Renews at $28.99 each month until you cancel.');
    await pay.main.locator('[value="sandbox_scan"]').check();
    await expect(pay.main).toContainText('One payment for one month. It does not renew.');
    await pay.main.locator('[value="CNY"]').check();
    await expect(pay.main).toContainText('TotalCN¥207.00');
    await pay.main.locator('[value="USD"]').check();
    await pay.order();
    await pay.atProvider('Pay, and confirm it later');
    await expect(pay.heading).toHaveText('Waiting for the confirmation');
    const success = page.url();
    await page.goto(success.replace(/\/success$/, ''));
    await expect(pay.heading).toHaveText('Your payment is being processed');
    await expect(pay.main.getByRole('button', { name: 'Continue to payment' })).toHaveCount(0);
    await expect(pay.complete).toBeVisible();
    await expect(pay.main).toContainText('Your plan gives you 13,500 credits a month.');
    await expect(pay.main).toContainText('renews until you cancel');
    await expect(pay.main).toContainText('Your balance: 13,503 credits');
    await page.goto(newOrderPath('en', 'basic_month', 'USD'));
    await page.waitForURL('/en/orders?change=basic_month');
  });

  for (const [language, texts, shown] of [
    [
      'en',
      undefined,
      [
        'Regular price$561.12',
        'Promotion, 38% off−$213.24',
        'Yearly billing, 20% off−$69.58',
        'Renews at $278.30 each year until you cancel.',
      ],
    ],
    [
      'zh',
      chinesePay,
      [
        '原价US$561.12',
        '限时优惠 38%−US$213.24',
        '按年付款优惠 20%−US$69.58',
        '每年以 US$278.30 自动续费，直到你取消。',
      ],
    ],
  ] as const) {
    test(`subscribes to Pro by the year, with both reductions, in ${language} @both @long`, async ({
      page,
      signIn,
    }) => {
      await signIn();
      const pay = new PayPage(page, texts);
      await page.goto(newOrderPath(language, 'pro_year', 'USD'));
      for (const text of shown) await expect(pay.main).toContainText(text);
      await pay.order();
      await pay.atProvider('Pay');
      await expect(pay.complete).toBeVisible();
      await expect(pay.main).toContainText(language === 'en' ? 'Pro, one year' : 'Pro 年付');
      await expect(pay.main).toContainText('13,503');
    });
  }

  test('buys a month of Pro by code, and shows when it ends @long', async ({ page, signIn }) => {
    await signIn();
    const pay = new PayPage(page);
    await page.goto(newOrderPath('en', 'pro_month', 'CNY'));
    await pay.order('code');
    await page.goto((await pay.testPage.getAttribute('href')) ?? '');
    await pay.atProvider('Pay');
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await expect(pay.complete).toBeVisible();
    await expect(pay.main).toContainText(/It is paid until \w+\s\d+,\s\d{4} and does not renew\./);
  });

  test('fails, shows that nothing was charged, and is retried @both', async ({ page, signIn }) => {
    await signIn();
    const pay = new PayPage(page);
    const opened: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/checkout')) opened.push(request.url());
    });
    await page.goto(newOrderPath('en', 'credit_500', 'USD'));
    await pay.order();
    await pay.atProvider('Decline the payment');
    await page.waitForURL(failedPage);
    // Coming back begins no other payment, which would hide that this one failed.
    expect(opened).toHaveLength(1);
    await expect(pay.heading).toHaveText('Pay failed!');
    await expect(pay.main).toContainText('Sorry, your payment was failed, please try again.');
    await expect(pay.main).toContainText('Nothing was charged.');
    await expect(pay.home).toHaveAttribute('href', '/en');
    await expectNothingWrong(page);
    await pay.retry.click();
    await expect(pay.heading).toHaveText('Pay your order');
    await pay.pay.click();
    await pay.atProvider('Go back without paying');
    await expect(page).toHaveURL(orderPage);
    await pay.main.getByRole('button', { name: 'Continue to payment' }).click();
    await pay.atProvider('Pay');
    await page.waitForURL(successPage);
    await expect(pay.main).toContainText('Your balance: 503 credits');
  });

  test('is noticed by every tab of the order, and charged once', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn();
    const pay = new PayPage(page);
    await page.goto(newOrderPath('en', 'credit_500', 'USD'));
    await pay.order('code');
    await expect(pay.code).toBeVisible();
    const second = await context.newPage();
    const other = new PayPage(second);
    await second.goto(page.url());
    await expect(other.code).toBeVisible();
    const provider = await context.newPage();
    await provider.goto((await pay.testPage.getAttribute('href')) ?? '');
    await pay.atProvider('Pay', provider);
    for (const [tab, shown] of [
      [page, pay],
      [second, other],
    ] as const) {
      await tab.bringToFront();
      await tab.waitForURL(successPage);
      await expect(shown.main).toContainText('Your balance: 503 credits');
    }
  });

  test('makes one order of two clicks', async ({ page, signIn }) => {
    await signIn();
    const pay = new PayPage(page);
    await page.goto(newOrderPath('en', 'credit_500', 'USD'));
    await pay.main.locator('[value="sandbox_scan"]').check();
    await pay.waiver.check();
    await pay.place.dblclick();
    await expect(pay.code).toBeVisible();
    const orders = (await (await page.request.get('/api/orders')).json()) as { items: unknown[] };
    expect(orders.items).toHaveLength(1);
  });

  test('leads a visitor to the sign-in and back @long', async ({ page, login }) => {
    const pay = new PayPage(page);
    await page.goto(newOrderPath('en', 'credit_500', 'CNY'));
    await page.waitForURL(/\/en\/login\?redirect=/);
    await login.signIn(newEmail());
    await expect(pay.heading).toHaveText('Your order');
    await expect(pay.main).toContainText('TotalCN¥36.00');
  });

  test('explains an unavailable product, and hides orders from other users @long', async ({
    page,
    signIn,
  }) => {
    await signIn();
    const pay = new PayPage(page);
    for (const query of ['product=gold&currency=USD', 'product=credit_500&currency=JPY', '']) {
      await page.goto(`/en/pay/new?${query}`);
      await expect(pay.heading).toHaveText('This cannot be bought');
    }
    await expect(pay.main.getByRole('link', { name: 'See plans and prices' })).toHaveAttribute(
      'href',
      '/en/pricing',
    );
    await page.goto(newOrderPath('en', 'credit_500', 'USD'));
    await pay.order('code');
    await expect(pay.code).toBeVisible();
    const address = page.url();
    await signIn();
    for (const path of [address, `${address}/success`, '/en/pay/nothing', '/en/pay']) {
      await page.goto(path);
      await expect(pay.heading).toHaveText('There is no such order');
    }
  });

  test('holds an order whose payment differs, and shows that no money is lost @long', async ({
    page,
    signIn,
  }) => {
    await signIn();
    const pay = new PayPage(page);
    await page.goto(newOrderPath('en', 'credit_500', 'USD'));
    await pay.order();
    await pay.atProvider('Pay one unit too little');
    await expect(pay.heading).toHaveText('We are checking your payment');
    await expect(pay.main).toContainText('nothing is lost');
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  for (const [language, text, tag] of [
    ['en', 'Paying needs JavaScript', ''],
    ['zh', '支付需要 JavaScript', '@long'],
  ] as const) {
    test(`explains in ${language} that paying needs it ${tag}`, async ({ page }) => {
      await page.goto(newOrderPath(language, 'credit_500', 'USD'));
      await expect(page.locator('main noscript p')).toBeVisible();
      await expect(page.locator('main noscript p')).toContainText(text);
      await expect(page.locator('main .animate-spin')).toBeHidden();
    });
  }
});
