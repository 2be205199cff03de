import type { Locator, Page } from '@playwright/test';

/** A ranking: its ranges, its periods or categories, and its table. */
export class RankingPage {
  readonly page: Page;
  readonly heading: Locator;
  readonly ranges: Locator;
  readonly table: Locator;
  readonly rows: Locator;
  /** Opens the menu of periods or categories; returns the shown one. */
  readonly chosen: Locator;
  readonly menu: Locator;
  readonly previous: Locator;
  readonly next: Locator;
  readonly download: Locator;
  readonly recompute: Locator;
  /** The findings of the recount in the browser. */
  readonly recomputed: Locator;

  constructor(page: Page) {
    const main = page.getByRole('main');
    this.page = page;
    this.heading = main.getByRole('heading', { level: 1 });
    this.ranges = main.getByRole('navigation', { name: 'Ranges' });
    this.table = main.getByRole('table');
    this.rows = this.table.locator('tbody tr');
    this.chosen = main.locator('[popovertarget="periods"]');
    this.menu = page.locator('#periods');
    this.previous = main.locator('.neighbours').getByRole('link', { name: 'Previous period' });
    this.next = main.locator('.neighbours').getByRole('link', { name: 'Next period' });
    this.download = main.getByRole('link', { name: 'Download formula and numbers' });
    this.recompute = main.getByRole('button', { name: 'Recompute' });
    this.recomputed = main.getByRole('status');
  }

  async open(rest: string): Promise<void> {
    await this.page.goto(`/en/ranking/${rest}`);
  }

  /** Names of the GPTs, best first. */
  names(): Promise<string[]> {
    return this.rows.getByRole('link').allInnerTexts();
  }
}
