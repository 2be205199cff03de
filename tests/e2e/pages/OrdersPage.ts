import type { Locator, Page } from '@playwright/test';

type Texts = {
  pricing: string;
  retry: string;
  failedPro: RegExp;
  paidPack: RegExp;
  receipt: string;
  receiptTitle: RegExp;
  receiptOfPack: RegExp;
  back: string;
  addBilling: string;
  billingName: string;
  save: string;
};

const english: Texts = {
  pricing: 'See plans and prices',
  retry: 'Pay again',
  failedPro: /Pro, one year.*Payment failed.*CN¥.*Test payment/,
  paidPack: /500 credits.*Paid.*\$4\.99.*Test payment.*Receipt \d/,
  receipt: 'Receipt',
  receiptTitle: /^Receipt \d/,
  receiptOfPack: /Receipt \d.*Buyer.*500 credits.*Total\$4\.99/,
  back: 'Orders and receipts',
  addBilling: 'Add a name and address to your receipts',
  billingName: 'Name or company',
  save: 'Save',
};

export const chineseOrders: Texts = {
  pricing: '查看套餐与价格',
  retry: '重新付款',
  failedPro: /Pro 年付.*付款失败.*¥.*测试支付/,
  paidPack: /500 积分.*已付款.*US\$4\.99.*测试支付.*收据 \d/,
  receipt: '收据',
  receiptTitle: /^收据 \d/,
  receiptOfPack: /收据 \d.*买方.*500 积分.*合计US\$4\.99/,
  back: '订单与收据',
  addBilling: '在收据上添加名称和地址',
  billingName: '姓名或公司名称',
  save: '保存',
};

/** The user's orders. */
export class OrdersPage {
  readonly texts: Texts;
  readonly main: Locator;
  readonly items: Locator;
  readonly pricing: Locator;
  readonly retry: Locator;
  readonly heading: Locator;
  readonly receipt: Locator;
  readonly paper: Locator;
  readonly back: Locator;
  readonly addBilling: Locator;
  readonly billingName: Locator;
  readonly save: Locator;

  constructor(page: Page, texts: Texts = english) {
    this.texts = texts;
    this.main = page.getByRole('main');
    this.items = this.main.getByRole('listitem');
    this.pricing = this.main.getByRole('link', { name: texts.pricing });
    this.retry = this.main.getByRole('link', { name: texts.retry });
    this.heading = this.main.getByRole('heading', { level: 1 });
    this.receipt = this.main.getByRole('link', { name: texts.receipt, exact: true });
    this.paper = this.main.getByRole('article');
    this.back = this.main.getByRole('link', { name: texts.back });
    this.addBilling = this.main.getByRole('button', { name: texts.addBilling });
    this.billingName = this.main.getByLabel(texts.billingName);
    this.save = this.main.getByRole('button', { name: texts.save, exact: true });
  }
}
