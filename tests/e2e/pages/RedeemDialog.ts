import type { Locator, Page } from '@playwright/test';

/** The dialog of gift codes, on a site page or in the chat. */
export class RedeemDialog {
  readonly dialog: Locator;
  readonly code: Locator;
  readonly confirm: Locator;
  readonly again: Locator;
  readonly useNow: Locator;
  /** How it went, once it did. */
  readonly outcome: Locator;
  readonly close: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Redeem a gift code' });
    this.code = this.dialog.getByLabel('Gift code');
    this.confirm = this.dialog.getByRole('button', { name: 'Confirm' });
    this.again = this.dialog.getByRole('button', { name: 'Re-enter the redemption code' });
    this.useNow = this.dialog.getByRole('link', { name: 'Use now' });
    this.outcome = this.dialog.getByRole('status').filter({ hasText: 'Redemption' });
    this.close = this.dialog.getByRole('button', { name: 'Close' });
  }

  async enter(code: string): Promise<void> {
    await this.code.fill(code);
    await this.confirm.click();
  }
}
