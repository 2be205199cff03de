import type { Locator, Page } from '@playwright/test';

/** The page of prices. */
export class PricingPage {
  readonly page: Page;
  readonly month: Locator;
  readonly year: Locator;
  readonly basic: Locator;
  readonly pro: Locator;
  readonly start: Locator;

  constructor(page: Page) {
    this.page = page;
    this.month = page.getByRole('radio', { name: 'Monthly' });
    this.year = page.getByRole('radio', { name: 'Yearly' });
    this.start = page.getByRole('article', { name: 'Start' });
    this.basic = page.getByRole('article', { name: 'Basic' });
    this.pro = page.getByRole('article', { name: 'Pro' });
  }

  async open(hash = ''): Promise<void> {
    await this.page.goto(`/en/pricing${hash}`);
  }

  currency(name: string): Locator {
    return this.page.getByRole('radio', { name });
  }

  /** The one button of a card. */
  button(card: Locator): Locator {
    return card
      .getByRole('link', { name: /^(Get|Buy|Change|Find|See|Subscribed|Switch)/ })
      .filter({ visible: true });
  }

  /** The text of a card, in one line. */
  async shown(card: Locator): Promise<string> {
    const texts = await card.locator('p, s, strong').filter({ visible: true }).allInnerTexts();
    return texts.join(' ').replaceAll(/\s+/g, ' ');
  }
}
