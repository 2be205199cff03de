import type { Locator, Page } from '@playwright/test';

type Texts = { code: string; confirm: string; again: string; useNow: string };

const english: Texts = {
  code: 'Gift code',
  confirm: 'Confirm',
  again: 'Re-enter the redemption code',
  useNow: 'Use now',
};

/** The page for gift codes, with or without script. */
export class RedeemPage {
  readonly main: Locator;
  readonly code: Locator;
  readonly confirm: Locator;
  readonly again: Locator;
  readonly useNow: Locator;

  constructor(page: Page, texts: Texts = english) {
    this.main = page.getByRole('main');
    this.code = this.main.getByLabel(texts.code);
    this.confirm = this.main.getByRole('button', { name: texts.confirm, exact: true });
    // A button where the script runs, else a link.
    this.again = this.main
      .getByRole('button', { name: texts.again })
      .or(this.main.getByRole('link', { name: texts.again }))
      .filter({ visible: true });
    this.useNow = this.main.getByRole('link', { name: texts.useNow }).filter({ visible: true });
  }

  async enter(code: string): Promise<void> {
    await this.code.fill(code);
    await this.confirm.click();
  }
}
