import type { Locator, Page } from '@playwright/test';
import { readCode } from '../mailbox.ts';

/** The sign-in form, in its dialog or on its page. */
export class LoginDialog {
  readonly email: Locator;
  readonly code: Locator;
  readonly getCode: Locator;
  readonly submit: Locator;

  constructor(page: Page) {
    this.email = page.getByLabel('E-mail address');
    this.code = page.getByLabel('Verification code');
    this.getCode = page.getByRole('button', { name: /Get code|Again in/ });
    this.submit = page.locator('form').getByRole('button', { name: 'Sign in' });
  }

  async signIn(email: string): Promise<void> {
    await this.email.fill(email);
    await this.getCode.click();
    await this.code.fill(await readCode(email));
    await this.submit.click();
  }
}
