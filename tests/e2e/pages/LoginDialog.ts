import { type Locator, type Page, expect } from '@playwright/test';
import { readCode } from '../mailbox.ts';

/** The sign-in form, in its dialog or on its page. */
export class LoginDialog {
  readonly dialog: Locator;
  /** The same in any language. */
  readonly frame: Locator;
  readonly email: Locator;
  readonly code: Locator;
  readonly getCode: Locator;
  readonly submit: Locator;
  readonly sent: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Sign in' });
    this.frame = page.locator('#login-dialog');
    this.email = page.getByLabel('E-mail address');
    this.code = page.getByLabel('Verification code');
    this.getCode = page.getByRole('button', { name: /Get code|Again in/ });
    this.submit = page.locator('form').getByRole('button', { name: 'Sign in' });
    this.sent = page.getByText(/A code is on its way to/);
  }

  /** Signs in; before, the field has the focus once the form is alive, unless something was typed. */
  async signIn(email: string, { isFocused = true } = {}): Promise<void> {
    if (isFocused) await expect(this.email, 'the form is alive').toBeFocused();
    await this.email.fill(email);
    await this.getCode.click();
    // An address may have an older mail.
    await this.sent.waitFor();
    // The fourth digit sends them.
    await this.code.fill(await readCode(email));
  }
}
