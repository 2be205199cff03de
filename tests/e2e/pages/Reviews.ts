import type { Locator, Page } from '@playwright/test';

/** Ratings and reviews on the page of a GPT, and the dialog that reports something. */
export class Reviews {
  readonly page: Page;
  readonly section: Locator;
  readonly open: Locator;
  /** The own review on the page. */
  readonly own: Locator;
  readonly stars: Locator;
  readonly text: Locator;
  readonly save: Locator;
  readonly edit: Locator;
  readonly delete: Locator;
  readonly problem: Locator;
  readonly all: Locator;
  readonly items: Locator;
  readonly reportGpt: Locator;
  readonly report: Locator;
  readonly reasons: Locator;
  readonly details: Locator;
  readonly sendReport: Locator;

  constructor(page: Page) {
    this.page = page;
    this.section = page.getByRole('region', { name: 'Ratings and reviews' });
    this.open = this.section.getByRole('button', { name: 'Rate this GPT' });
    this.own = this.section.getByRole('region', { name: 'Your review' });
    this.stars = this.own.getByRole('group', { name: 'Your rating' }).getByRole('radio');
    this.text = this.own.getByLabel('Your review (optional)');
    this.save = this.own.getByRole('button', { name: 'Save review' });
    this.edit = this.own.getByRole('button', { name: 'Edit' });
    this.delete = this.own.getByRole('button', { name: 'Delete' });
    this.problem = this.own.getByRole('alert');
    this.all = this.section.getByRole('button', { name: /^Show all reviews/ });
    this.items = this.section.locator('li.review');
    this.reportGpt = this.section.getByRole('button', { name: 'Report this GPT' });
    this.report = page.getByRole('dialog', { name: 'Report to the operator' });
    this.reasons = this.report.getByRole('radio');
    this.details = this.report.getByLabel('Details (optional)');
    this.sendReport = this.report.getByRole('button', { name: 'Send report' });
  }

  /** A star by its number. */
  star(rating: number): Locator {
    return this.stars.nth(rating - 1);
  }

  /** One’s own review as it is shown with this many stars. */
  saved(rating: number): Locator {
    return this.own.getByText(`${rating} of 5 stars`);
  }

  async visit(gpt: string): Promise<void> {
    await this.page.goto(`/en/gpts/${gpt}`);
  }

  /** Chooses as a pointer does: the radio button itself cannot be seen. */
  async choose(rating: number): Promise<void> {
    await this.own
      .locator('.star-choices label')
      .nth(rating - 1)
      .click();
  }
}
