import type { Locator, Page } from '@playwright/test';

/** The notifications. */
export class Toasts {
  /** The region that holds them. */
  readonly region: Locator;
  readonly list: Locator;
  readonly all: Locator;
  /** Those that are not hidden behind the newest. */
  readonly visible: Locator;
  readonly close: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: /^Notifications/ });
    this.list = this.region.getByRole('list');
    this.all = this.region.getByRole('listitem');
    this.visible = page.locator('[data-sonner-toast][data-mounted="true"][data-visible="true"]');
    this.close = this.region.getByRole('button', { name: 'Close toast' });
  }

  saying(text: string): Locator {
    return this.all.filter({ hasText: text });
  }
}
