import type { Locator, Page } from '@playwright/test';

/** The page of a GPT in the directory. */
export class GptPage {
  readonly use: Locator;
  readonly title: Locator;
  /** The button while the GPT is not saved, and while it is. */
  readonly save: Locator;
  readonly saved: Locator;
  /** Prompt starters, which lead to the chat. */
  readonly starters: Locator;

  constructor(page: Page) {
    this.use = page.getByRole('link', { name: 'Use now' }).first();
    this.title = page.getByRole('heading', { level: 1 });
    this.save = page.getByRole('button', { name: 'Save', exact: true, pressed: false });
    this.saved = page.getByRole('button', { name: 'Saved', exact: true, pressed: true });
    this.starters = page.locator('a.starter');
  }
}
