import { type Locator, type Page, expect } from '@playwright/test';

/** The conversations in the sidebar, which is a drawer on a phone. */
export class ConversationList {
  readonly page: Page;
  readonly list: Locator;
  readonly links: Locator;
  readonly dialog: Locator;
  /** Of the drawer; behind it while that is open. */
  readonly opener: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('navigation').getByRole('region', { name: 'Conversations' });
    this.links = this.list.getByRole('link');
    this.dialog = page.getByRole('dialog');
    this.opener = page.locator('header [aria-controls="sidebar"]').first();
  }

  /** Opens the drawer, if there is one. */
  async reveal(): Promise<void> {
    if (await this.isDrawer('false')) await this.opener.click();
    await this.list.waitFor();
  }

  /** Closes the drawer, if there is one. */
  async leave(): Promise<void> {
    if (!(await this.isDrawer('true'))) return;
    await this.page.getByRole('button', { name: 'Close the chat menu' }).click();
    await this.list.waitFor({ state: 'hidden' });
  }

  link(title: string): Locator {
    return this.list.getByRole('link', { name: title, exact: true });
  }

  /** Opens a conversation. */
  async open(title: string): Promise<void> {
    await this.reveal();
    await this.link(title).click();
  }

  /** Chooses from the menu of a conversation. */
  async choose(title: string, entry: string): Promise<void> {
    await this.reveal();
    const button = this.list.getByRole('button', { name: `Actions for “${title}”` });
    // The button is there while its row is hovered, and a row moves when the list changes.
    await expect(async () => {
      await this.link(title).hover({ timeout: 2_000 });
      await button.click({ timeout: 2_000 });
    }).toPass();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  private async isDrawer(expanded: 'true' | 'false'): Promise<boolean> {
    if (!(await this.opener.isVisible())) return false;
    return (await this.opener.getAttribute('aria-expanded')) === expanded;
  }
}
