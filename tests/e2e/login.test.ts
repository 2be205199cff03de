import { expect, newEmail, test } from './fixtures.ts';
import { blockAccount, pauseAddress } from './accounts.ts';
import { holdScripts } from './network.ts';
import { tryHostileRedirects } from './openRedirects.ts';
import { readCode } from './mailbox.ts';
import { LoginDialog } from './pages/LoginDialog.ts';

test.describe('the sign-in dialog', () => {
  test('shows an error at its field, until that is edited', async ({
    site,
    login,
    page,
    requests,
  }) => {
    await site.open();
    await site.sign.click();
    await login.getCode.click();
    await expect(login.email).toHaveAccessibleDescription('Email cannot be empty');
    await expect(login.email).toHaveAttribute('aria-invalid', 'true');
    await login.email.pressSequentially('n');
    await expect(login.email).not.toHaveAccessibleDescription(/./);
    await login.email.fill('not-an-address');
    await login.getCode.click();
    await expect(login.email).toHaveAccessibleDescription('Invalid email address');
    const email = newEmail();
    await login.email.fill(email);
    await expect(login.email).not.toHaveAccessibleDescription(/./);
    await login.submit.click();
    await expect(login.code).toHaveAccessibleDescription('Verification code cannot be empty');
    await login.code.pressSequentially(' 12345');
    await expect(login.code).not.toHaveAccessibleDescription(/./);
    await login.code.press('Enter');
    await expect(login.code).toHaveAccessibleDescription('Verification code must be 4 digits');
    await expect(login.code).toHaveValue(' 12345');
    expect(requests.filter((request) => request.includes('/api/login'))).toEqual([]);

    // With a code of the right form typed, Enter in the address does not ask for another one.
    await login.code.fill('');
    await login.email.press('Enter');
    await expect(login.sent).toContainText(email);
    await login.email.press('Enter');
    await expect(login.code).toHaveAccessibleDescription('Verification code cannot be empty');
    await login.code.pressSequentially('1');
    await expect(login.code).toHaveAccessibleDescription('The fourth digit signs you in.');
    await login.code.fill('123');
    await login.submit.click();
    await expect(login.code).toHaveAccessibleDescription('Verification code must be 4 digits');
    const wrong = (await readCode(email)) === '1234' ? '4321' : '1234';
    await login.code.fill(wrong);
    await expect(login.code).toHaveAccessibleDescription('This code is not right. 4 tries left.');
    await expect(login.code).toHaveValue('');
    await expect(login.code).toBeFocused();
    // The same digits are sent again by the button only.
    await login.code.pressSequentially(wrong);
    await expect(login.submit).toBeEnabled();
    await expect(login.dialog).toBeVisible();
    await expect(site.sign).toBeAttached();

    await page.keyboard.press('Escape');
    await site.sign.click();
    await expect(login.email).toHaveValue(email);
    await expect(login.code).toHaveValue('');
    await expect(login.code).toHaveAccessibleDescription('The fourth digit signs you in.');
    expect(requests.filter((request) => request.includes('/api/login'))).toHaveLength(2);
  });

  test('keeps Get code disabled for 60 seconds, and shows how many are left', async ({
    site,
    login,
    page,
  }) => {
    await page.clock.install();
    await site.open();
    await site.sign.click();
    await login.email.fill(newEmail());
    await login.getCode.click();
    await expect(login.getCode).toHaveText(/^Again in (60|5\d) s$/);
    await expect(login.getCode).toBeDisabled();
    await page.clock.fastForward(40_000);
    await expect(login.getCode).toHaveText(/^Again in (20|1\d) s$/);
    await expect(login.getCode).toBeDisabled();
    await page.clock.fastForward(21_000);
    await expect(login.getCode).toHaveText('Get code');
    await expect(login.getCode).toBeEnabled();
  });

  test('continues counting after a reload, on the page and in another tab @long', async ({
    site,
    login,
    page,
    context,
  }) => {
    await site.open();
    const other = await context.newPage();
    await other.goto('/en/login');
    const otherForm = new LoginDialog(other);
    await expect(otherForm.getCode).toHaveText('Get code');
    await site.sign.click();
    await login.email.fill(newEmail());
    await login.getCode.click();
    await expect(login.sent).toBeVisible();
    await expect(otherForm.getCode).toHaveText(/^Again in (60|5\d) s$/);
    await page.reload();
    await site.sign.click();
    await expect(login.getCode).toHaveText(/^Again in (60|5\d|4\d) s$/);
    await expect(login.getCode).toBeDisabled();
  });

  test('closes after signing in and refreshes the user; Sign out clears the user', async ({
    site,
    login,
    toasts,
    requests,
    context,
  }) => {
    await site.open('/en/pricing');
    await site.sign.click();
    await login.signIn(newEmail());
    // First, because it goes by itself.
    await expect(toasts.saying('You are signed in.')).toBeVisible();
    await expect(login.dialog).toBeHidden();
    await expect(site.account).toBeVisible();
    // The page of prices loads the user's plans as well, and the chat loads the health of the models.
    const since = requests.slice(requests.lastIndexOf('POST /api/login/email') + 1);
    const calls = since.filter((request) => / \/api\/(?!product|models)/.test(request));
    expect(calls).toEqual(['GET /api/account']);

    await site.openAccount();
    await site.accountMenu.getByRole('button', { name: 'Sign out' }).click();
    await expect(toasts.saying('You are signed out.')).toBeVisible();
    await expect(site.sign).toBeVisible();
    await expect(site.account).toBeHidden();
    expect(requests).toContain('GET /logout');
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('user_id');
  });

  test('closes with Escape and gives the focus back to Sign @long', async ({
    site,
    login,
    page,
  }) => {
    await site.open();
    await site.sign.focus();
    await page.keyboard.press('Enter');
    await expect(login.email).toBeFocused();
    await page.keyboard.type('half@');
    await page.keyboard.press('Escape');
    await expect(login.dialog).toBeHidden();
    await expect(site.sign).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(login.email).toHaveValue('half@');
  });
});

test(
  'an address that a mail server refused is reported, and another one works',
  {
    tag: '@both',
  },
  async ({ site, login, page }) => {
    const refused = newEmail();
    await pauseAddress(refused, new Date('2099-05-06T07:08:00Z'));
    await site.open();
    await site.sign.click();
    await login.email.fill(refused);
    await login.getCode.click();
    const alert = page.getByText(
      /^A mail server refused this address, so we send nothing to it until May \d, 2099.* contact form\.$/,
    );
    await expect(alert).toBeVisible();
    await expect(login.getCode).toBeEnabled();
    await login.signIn(newEmail(), { isFocused: false });
    await expect(site.account).toBeVisible();
  },
);

test(
  'a blocked account is explained after the right code, on a small screen too',
  {
    tag: '@both',
  },
  async ({ site, login, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const email = newEmail();
    await site.open();
    await site.sign.click();
    await login.signIn(email);
    await expect(login.dialog).toBeHidden();
    await blockAccount(email);
    await page.context().clearCookies();
    await site.open();
    await site.sign.click();
    await login.signIn(email);
    const alert = page.getByText(/^This account is blocked\. You cannot sign in to it\./);
    await expect(alert).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  },
);

test.describe('the login page', () => {
  test('loads the user, then weeks and months, and leads back to the previous page', async ({
    site,
    login,
    page,
    requests,
  }) => {
    await site.open('/en/login?redirect=%2Fen%2Fpricing%3Futm_source%3Dtest');
    await expect
      .poll(() => requests.filter((request) => request.includes(' /api')))
      .toEqual(startUp);
    await login.signIn(newEmail());
    await expect(page).toHaveURL('/en/pricing?utm_source=test');
    await expect(site.account).toBeVisible();
  });

  test('keeps text that was typed before it was hydrated @long', async ({ login, page }) => {
    const release = await holdScripts(page);
    await page.goto('/en/login', { waitUntil: 'commit' });
    const email = newEmail();
    await login.email.fill(email);
    await login.email.blur();
    release();
    await expect(login.email, 'the form is alive').toBeFocused();
    await expect(login.email).toHaveValue(email);
    await login.getCode.click();
    await expect(login.sent).toContainText(email);
  });

  test('leads to no other site @long', async ({ site, page, signIn }) => {
    const { email } = await signIn();
    const elsewhere = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:1',
    ];
    for (const target of elsewhere) {
      await site.open(`/en/login?redirect=${encodeURIComponent(target)}`);
      await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL('/en');
    }
  });

  test(
    'leads to no other site after a sign-in, for any parameter',
    {
      tag: '@long',
    },
    async ({ login, page }) => {
      test.setTimeout(300_000);
      await tryHostileRedirects(page, { language: 'en' }, () => login.signIn(newEmail()));
    },
  );
});

test.describe('the chat', () => {
  test('sends visitors to the login page and takes them back; signs out to the login page, which leads back', async ({
    site,
    login,
    chat,
    page,
  }) => {
    const path = '/en/chat/g/regex-workbench?text=Match%20a%20date';
    await site.open(path);
    await expect(page).toHaveURL(`/en/login?redirect=${encodeURIComponent(path)}`);
    await login.signIn(newEmail());
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Match a date');
    await chat.signOut.click();
    await expect(page).toHaveURL(/\/en\/login\?redirect=%2Fen%2Fchat%2F/);
  });

  test('sends a user whose session ended to the login page, and keeps the question', async ({
    chat,
    login,
    page,
    context,
    signIn,
  }) => {
    const { email } = await signIn();
    await chat.open('openai/gpt-4o-mini');
    await expect(chat.balance).toContainText('3 credits left');
    // Typed before, because any request may find out that the session has ended.
    await chat.message.fill('A long thought');
    await context.clearCookies();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/en/login?redirect=%2Fen%2Fchat%2Fopenai%2Fgpt-4o-mini');
    await login.signIn(email);
    await expect(chat.message).toHaveValue('A long thought');
    await expect(chat.balance).toContainText('3 credits left');
  });
});

const startUp = ['GET /api/account', 'GET /api/gpts/rank/weekly', 'GET /api/gpts/rank/monthly'];
