import type { Locator, Page } from '@playwright/test';

/** The conversations in the sidebar, which is a drawer on a phone. */
export class ConversationList {
  readonly page: Page;
  readonly list: Locator;
  readonly links: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('navigation').getByRole('region', { name: 'Conversations' });
    this.links = this.list.getByRole('link');
    this.dialog = page.getByRole('dialog');
  }

  /** Opens the drawer, where there is one. */
  async reveal(): Promise<void> {
    const opener = this.page.getByRole('button', { name: 'Open the chat menu' });
    const isClosed = !(await this.list.isVisible()) && (await opener.isVisible());
    if (isClosed) await opener.click();
    await this.list.waitFor();
  }

  /** Closes the drawer, where there is one. */
  async leave(): Promise<void> {
    const close = this.page.getByRole('button', { name: 'Close the chat menu' });
    if (await close.isVisible()) await close.click();
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
    await this.link(title).hover();
    await this.list.getByRole('button', { name: `Actions for “${title}”` }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }
}
