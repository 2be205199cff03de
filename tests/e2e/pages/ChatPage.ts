import type { Locator, Page } from '@playwright/test';

export class ChatPage {
  readonly message: Locator;
  readonly send: Locator;
  readonly stop: Locator;
  readonly balance: Locator;

  constructor(page: Page) {
    this.message = page.getByRole('textbox', { name: 'Message' });
    this.send = page.getByRole('button', { name: 'Send' });
    this.stop = page.getByRole('button', { name: 'Stop' });
    this.balance = page.locator('form').getByText(/credits? left/);
  }

  async ask(text: string): Promise<void> {
    await this.message.fill(text);
    await this.message.press('Enter');
  }
}
