import type { Locator, Page } from '@playwright/test';

type Texts = Record<
  'section' | 'change' | 'cancel' | 'keep' | 'proMonth' | 'basicMonth' | 'back',
  string
> &
  Record<'waiver' | 'payNow' | 'changeOn' | 'next' | 'ends' | 'later' | 'waits' | 'kept', RegExp>;

const english: Texts = {
  section: 'Your plan',
  change: 'Change plan',
  cancel: 'Cancel plan',
  keep: 'Keep my plan',
  back: 'Back',
  proMonth: 'Pro, one month',
  basicMonth: 'Basic, one month',
  waiver: /I want the credits at once/,
  payNow: /^Pay \$28\.99 now$/,
  changeOn: /^Change on /,
  next: /Next payment: \$28\.99 on /,
  ends: /Ends on .* Nothing more will be charged\./,
  later: /Nothing is charged today, and you keep “Pro, one month”/,
  kept: /Your paid time of “Basic, one month” is not lost: it continues after the new plan, on /,
  waits: /Changes to “Basic, one month” on .* \$8\.99 for each period/,
};

export const chinesePlan: Texts = {
  section: '你的套餐',
  change: '更换套餐',
  cancel: '取消套餐',
  keep: '保留当前套餐',
  back: '返回',
  proMonth: 'Pro 月付',
  basicMonth: 'Basic 月付',
  waiver: /我要求立即获得积分/,
  payNow: /^立即支付 US\$28\.99$/,
  changeOn: /起更换$/,
  next: /下次付款：.*US\$28\.99/,
  // With its date: the dialog that asks says the rest as well.
  ends: /日到期，之后不再扣款/,
  later: /今天不扣款，在此之前仍可使用“Pro 月付”/,
  kept: /已付费的“Basic 月付”时间不会丢失：新套餐结束后继续/,
  waits: /起改为“Basic 月付”，之后每期 US\$8\.99/,
};

/** The running plan on the page of orders, with its dialogs. */
export class PlanCard {
  readonly texts: Texts;
  readonly section: Locator;
  readonly dialog: Locator;
  readonly change: Locator;
  readonly cancel: Locator;
  readonly keep: Locator;
  readonly updateCard: Locator;
  readonly waiver: Locator;

  constructor(page: Page, texts: Texts = english) {
    this.texts = texts;
    this.section = page.getByRole('region', { name: texts.section });
    this.dialog = page.getByRole('dialog');
    const button = (name: string) => this.section.getByRole('button', { name, exact: true });
    this.change = button(texts.change);
    this.cancel = button(texts.cancel);
    this.keep = button(texts.keep);
    this.updateCard = this.section.getByRole('button', { name: 'Update your card' });
    this.waiver = this.dialog.getByRole('checkbox', { name: texts.waiver });
  }

  /** The choice of a plan in the open dialog. */
  plan(name: string): Locator {
    return this.dialog.getByRole('radio', { name });
  }

  button(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name });
  }
}
