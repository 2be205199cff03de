import type { Locator, Page } from '@playwright/test';

export class HomePage {
  readonly page: Page;
  readonly search: Locator;
  readonly results: Locator;
  readonly cards: Locator;

  constructor(page: Page) {
    this.page = page;
    this.search = page.getByRole('combobox').or(page.getByRole('searchbox')).first();
    this.results = page.getByRole('listbox');
    this.cards = page.locator('main li a[href*="/gpts/"]');
  }

  async open(language = 'en'): Promise<void> {
    await this.page.goto(`/${language}`);
  }

  async find(text: string): Promise<void> {
    await this.search.click();
    await this.search.fill(text);
  }
}
