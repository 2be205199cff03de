import type { Locator, Page } from '@playwright/test';

/** The list of GPTs: home and its further pages. */
export class HomePage {
  readonly page: Page;
  readonly search: Locator;
  readonly results: Locator;
  readonly searchStatus: Locator;
  readonly cards: Locator;
  readonly stars: Locator;
  readonly loadMore: Locator;

  constructor(page: Page) {
    this.page = page;
    this.search = page.getByRole('combobox', { name: 'Search GPTs' });
    this.results = page.getByRole('listbox');
    this.searchStatus = page.locator('search-box').getByRole('status');
    this.cards = page.locator('#gpts > li a[href*="/gpts/"]');
    this.stars = page.locator('#gpts').getByRole('button', { name: /^Save / });
    this.loadMore = page.getByRole('link', { name: 'Load More' });
  }

  async open(language = 'en'): Promise<void> {
    await this.page.goto(`/${language}`);
  }

  async find(text: string): Promise<void> {
    await this.search.click();
    await this.search.fill(text);
  }
}
