import { type Locator, type Page, expect } from '@playwright/test';
import { newOrderPath } from '#domain/orders/orderPaths.ts';
import type { Product } from '#domain/plans/plans.ts';

type Texts = {
  order: string;
  pay: RegExp;
  waiver: RegExp;
  retry: string;
  home: string;
  complete: string;
};

const english: Texts = {
  order: 'Order and pay',
  pay: /^Pay /,
  waiver: /I want the credits at once/,
  retry: 'Back to the payment page',
  home: 'Back to homepage',
  complete: 'Order complete',
};

export const chinesePay: Texts = {
  order: '提交订单并付款',
  pay: /^支付 /,
  waiver: /我要求立即获得积分/,
  retry: '返回支付页面',
  home: '返回首页',
  complete: '订单已完成',
};

/** The pages of payment, and the sandbox's own page. */
export class PayPage {
  readonly main: Locator;
  readonly heading: Locator;
  /** Makes the order. */
  readonly place: Locator;
  /** Pays an order that exists. */
  readonly pay: Locator;
  readonly waiver: Locator;
  readonly retry: Locator;
  readonly home: Locator;
  readonly code: Locator;
  readonly testPage: Locator;
  readonly complete: Locator;
  private readonly page: Page;

  constructor(page: Page, texts: Texts = english) {
    this.page = page;
    this.main = page.getByRole('main');
    this.heading = this.main.getByRole('heading', { level: 1 });
    this.place = this.main.getByRole('button', { name: texts.order });
    this.pay = this.main.getByRole('button', { name: texts.pay });
    this.waiver = this.main.getByRole('checkbox', { name: texts.waiver });
    this.retry = this.main.getByRole('link', { name: texts.retry });
    this.home = this.main.getByRole('link', { name: texts.home });
    this.code = this.main.getByRole('img');
    this.testPage = this.main.getByRole('link', { name: /test payment page|测试付款页面/ });
    this.complete = this.main.getByRole('heading', { name: texts.complete });
  }

  /** Orders the product of the page, by its method at this place. */
  async order(method: 'page' | 'code' = 'page'): Promise<void> {
    await this.main.locator(`[value="${method === 'page' ? 'sandbox' : 'sandbox_scan'}"]`).check();
    await this.waiver.check();
    await this.place.click();
  }

  /** Buys a product from the first page to the last one, in English and for US dollars. */
  async buy(product: Product): Promise<void> {
    await this.page.goto(newOrderPath('en', product, 'USD'));
    await this.order();
    await this.atProvider('Pay');
    await expect(this.complete).toBeVisible();
  }

  /** Presses a button of the sandbox's page. */
  async atProvider(button: string, page: Page = this.page): Promise<void> {
    await page.getByRole('button', { name: button, exact: true }).click();
  }
}
