import type { Locator, Page } from '@playwright/test';

/** The page of results. */
export class ResultsPage {
  readonly page: Page;
  readonly search: Locator;
  readonly heading: Locator;
  readonly count: Locator;
  readonly cards: Locator;
  readonly names: Locator;
  readonly clear: Locator;
  readonly next: Locator;
  readonly previous: Locator;
  /** The text instead of results. */
  readonly notice: Locator;

  constructor(page: Page) {
    const main = page.getByRole('main');
    this.page = page;
    this.search = page.getByRole('combobox', { name: 'Search GPTs' });
    this.heading = main.getByRole('heading', { level: 1 });
    this.count = main.locator('[data-fill="count"]');
    this.cards = main.locator('#gpts .card');
    this.names = main.locator('#gpts .card h2');
    this.clear = main.getByRole('link', { name: 'Clear filters' });
    this.next = main.getByRole('link', { name: 'Load More' });
    this.previous = main.getByRole('link', { name: 'Previous page' });
    this.notice = main.locator('.notice');
  }

  async open(search = '', language = 'en'): Promise<void> {
    await this.page.goto(`/${language}/search${search}`);
  }

  filter(name: 'Category' | 'Capability' | 'Language'): Locator {
    return this.page.getByRole('combobox', { name, exact: true });
  }

  /** The button with the chosen tag, which opens the list of tags. */
  get tag(): Locator {
    return this.page.getByRole('button', { name: /^Tag / });
  }

  /** The number of GPTs on the page. */
  async total(): Promise<number> {
    return Number.parseInt(await this.count.innerText(), 10);
  }
}
