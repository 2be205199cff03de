import type { Locator, Page } from '@playwright/test';

/** The saved and used GPTs of the signed-in user. */
export class SavedPage {
  readonly page: Page;
  readonly cards: Locator;
  readonly saved: Locator;
  readonly recent: Locator;

  constructor(page: Page) {
    this.page = page;
    this.cards = page.getByRole('main').locator('.cards > li');
    const lists = page.getByRole('navigation', { name: 'Lists' });
    this.saved = lists.getByRole('link', { name: 'Saved' });
    this.recent = lists.getByRole('link', { name: 'Recent' });
  }

  async open(hash = ''): Promise<void> {
    await this.page.goto(`/en/saved${hash}`);
  }

  card(name: string): Locator {
    return this.cards.filter({ has: this.page.getByRole('heading', { name }) });
  }
}
