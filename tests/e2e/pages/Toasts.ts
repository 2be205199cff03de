import type { Locator, Page } from '@playwright/test';

/** The notifications. */
export class Toasts {
  /** The region that holds them. */
  readonly region: Locator;
  readonly list: Locator;
  readonly all: Locator;
  readonly close: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: /^Notifications/ });
    this.list = this.region.getByRole('list');
    this.all = this.region.getByRole('listitem');
    this.close = this.region.getByRole('button', { name: 'Close toast' });
  }

  saying(text: string): Locator {
    return this.all.filter({ hasText: text });
  }
}
