import type { Locator, Page } from '@playwright/test';

/** AI search in the chat area. */
export class SearchPage {
  readonly page: Page;
  /** The last answer, with its steps and sources. */
  readonly answer: Locator;
  readonly citations: Locator;
  /** The passages of the source that is pointed at. */
  readonly card: Locator;
  readonly sources: Locator;
  readonly followUps: Locator;

  constructor(page: Page) {
    this.page = page;
    this.answer = page.getByRole('main').locator('ol.grid > li').last();
    this.citations = this.answer.getByRole('button', { name: /^Source \d/ });
    this.card = page.getByRole('note', { name: 'Quoted passage' });
    this.sources = this.answer.getByRole('region', { name: /^Sources/ }).getByRole('listitem');
    this.followUps = this.answer.getByRole('region', { name: 'Ask next' }).getByRole('button');
  }

  async open(language = 'en'): Promise<void> {
    await this.page.goto(`/${language}/chat/search`);
  }
}
