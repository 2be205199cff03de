import type { Locator, Page } from '@playwright/test';

export class GptPage {
  readonly use: Locator;
  readonly title: Locator;

  constructor(page: Page) {
    this.use = page.getByRole('link', { name: 'Use now' }).first();
    this.title = page.getByRole('heading', { level: 1 });
  }
}
