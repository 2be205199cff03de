import type { Locator, Page } from '@playwright/test';

/** The page of a GPT in the directory. */
export class GptPage {
  readonly use: Locator;
  readonly title: Locator;
  /** Prompt starters, which lead to the chat. */
  readonly starters: Locator;

  constructor(page: Page) {
    this.use = page.getByRole('link', { name: 'Use now' }).first();
    this.title = page.getByRole('heading', { level: 1 });
    this.starters = page.locator('a.starter');
  }
}
