import type { Locator, Page } from '@playwright/test';

/** Chats that make pictures, music or videos, and the gallery of their files. */
export class MediaPage {
  readonly page: Page;
  /** The last answer. */
  readonly answer: Locator;
  readonly progress: Locator;
  readonly cancel: Locator;
  readonly picture: Locator;
  readonly audio: Locator;
  readonly video: Locator;
  readonly download: Locator;
  readonly vary: Locator;
  /** Below the field: its price. */
  readonly costs: Locator;
  /** The items of the gallery. */
  readonly entries: Locator;

  constructor(page: Page) {
    this.page = page;
    this.answer = page.getByRole('main').locator('ol.grid > li').last();
    this.progress = this.answer.getByRole('progressbar');
    this.cancel = this.answer.getByRole('button', { name: 'Cancel (costs nothing)' });
    this.picture = this.answer.locator('img');
    this.audio = this.answer.locator('audio');
    this.video = this.answer.locator('video');
    this.download = this.answer.getByRole('link', { name: 'Download' });
    this.vary = this.answer.getByRole('button', { name: 'Vary' });
    this.costs = page.locator('#message-foot');
    this.entries = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.locator('figure') });
  }

  async openGallery(): Promise<void> {
    await this.page.goto('/en/chat/media');
  }
}
