import type { Locator, Page } from '@playwright/test';

/** The chat area. */
export class ChatPage {
  readonly page: Page;
  readonly message: Locator;
  readonly send: Locator;
  readonly stop: Locator;
  readonly balance: Locator;
  /** Texts of the answers, as Markdown made them, without those of a GPT's recorded example. */
  readonly answers: Locator;
  /** Questions and answers, oldest first. */
  readonly messages: Locator;
  /** The last of them. */
  readonly last: Locator;
  /** The ending of the last answer, unless it succeeded. */
  readonly ending: Locator;
  readonly heading: Locator;
  /** Why a question cannot be asked now. */
  readonly notice: Locator;
  /** The files that go with the question in the message box. */
  readonly files: Locator;
  /** Which model is asked, and the way to ask another. */
  readonly modelSwitch: Locator;
  readonly sidebar: Locator;
  readonly signOut: Locator;
  /** Copy, below the last answer. */
  readonly copy: Locator;

  constructor(page: Page) {
    this.page = page;
    this.message = page.getByRole('textbox', { name: 'Message' });
    this.send = page.getByRole('button', { name: 'Send', exact: true });
    this.stop = page.getByRole('button', { name: 'Stop', exact: true });
    this.balance = page.locator('form').getByText(/credits? left/);
    this.answers = page.locator('.answer:not(figure .answer)');
    this.messages = page.getByRole('main').locator('ol.grid > li');
    this.last = this.messages.last();
    this.ending = this.last
      .locator('p')
      .filter({ hasText: /^(Stopped|No answer|Nothing was created|Interrupted)/ });
    this.heading = page.getByRole('main').getByRole('heading', { level: 1 });
    this.notice = page.locator('main section:has(h2 + button[aria-expanded])');
    this.files = page
      .locator('form')
      .getByRole('listitem')
      .filter({ has: page.getByRole('button') });
    this.modelSwitch = page.locator('header button[title="Ask another model"]');
    this.sidebar = page.getByRole('navigation', { name: 'Chat menu' });
    this.signOut = this.sidebar.getByRole('button', { name: 'Sign out' });
    this.copy = page.getByRole('button', { name: 'Copy' }).last();
  }

  /** Opens a path of the chat area: `openai/gpt-4o-mini`. */
  async open(path: string, language = 'en'): Promise<void> {
    await this.page.goto(`/${language}/chat/${path}`);
  }

  async ask(text: string): Promise<void> {
    // Before, Enter does not send yet.
    await this.balance.waitFor();
    await this.message.fill(text);
    await this.sendText();
  }

  /** Sends the text of the message box: with Enter, which begins a new line on a phone, so there with the button. */
  async sendText(): Promise<void> {
    if (await this.page.evaluate(() => matchMedia('(pointer: coarse)').matches))
      await this.send.click();
    else await this.message.press('Enter');
  }

  /** Asks and waits for the end of the answer. */
  async askToTheEnd(text: string): Promise<void> {
    const before = await this.answers.count();
    await this.ask(text);
    await this.answers.nth(before).waitFor();
    await this.send.waitFor();
  }
}
