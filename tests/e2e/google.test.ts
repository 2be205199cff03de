import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { type GoogleIssuer, newIssuerKey, startGoogleIssuer } from '../setup/googleIssuer.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { tryHostileRedirects } from './openRedirects.ts';
import { googleIssuerPort } from '../setup/site/productEnvironment.ts';

// One after the other: they share the one issuer that the product is configured with.
test.describe.configure({ mode: 'default' });

let issuer: GoogleIssuer;

// oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
test.beforeAll(async ({}, { project }) => {
  issuer = await startGoogleIssuer(googleIssuerPort(Number(process.env['E2E_PORT'])), keptKey());
  issuer.register(`${project.use.baseURL}/auth/google/callback`);
});

test.beforeEach(() => {
  issuer.people.clear();
  issuer.isIsolated = false;
});

test.afterAll(() => issuer.close());

/** The product keeps the issuer's key, also while a test is tried once more with another issuer. */
function keptKey(): JsonWebKey {
  const file = join(process.env['E2E_DATA_DIR'] ?? '', 'issuer-key.json');
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(newIssuerKey()));
  return JSON.parse(readFileSync(file, 'utf8')) as JsonWebKey;
}

/** A person at the issuer. Returns the address, by which its page names them. */
function addPerson(isVerified = true): string {
  const email = newEmail();
  issuer.people.set(email, { email, email_verified: isVerified });
  return email;
}

/** Chromium finds a popup by its name while it is still closing, and opens no other one. Here it does so always. */
function findClosingPopups(): void {
  const open = window.open.bind(window);
  const popups = new Map<string, Window | null>();
  const openOrFind = (url: string, name: string, features: string): Window | null => {
    if (!popups.get(name)?.closed) popups.set(name, open(url, name, features));
    return popups.get(name) ?? null;
  };
  Object.assign(window, { open: openOrFind });
}

async function openPopup(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  return opening;
}

/** Clicks the button that closes its own window, which may be gone before the click is reported. */
async function clickAndClose(popup: Page, name: string): Promise<void> {
  const closing = popup.waitForEvent('close');
  const button = popup.getByRole('button', { name });
  await button.click().catch((error: unknown) => {
    if (!popup.isClosed()) throw error;
  });
  await closing;
}

async function userOf(context: BrowserContext): Promise<string | undefined> {
  return (await context.cookies()).find(({ name }) => name === 'user_id')?.value;
}

test('Google signs in by a popup, which notifies the page and closes, and again after a sign-out', async ({
  site,
  login,
  toasts,
  page,
  context,
  requests,
}) => {
  const email = addPerson();
  await page.addInitScript(() => {
    // By name, because the DOM's types overload `open` with that of documents.
    const open = window.open.bind(window);
    const record = (url?: string | URL, target?: string, features?: string) => {
      sessionStorage.setItem('opened', JSON.stringify([url, target, features]));
      return open(url, target, features);
    };
    Object.assign(window, { open: record });
  });
  await site.open('/en/pricing');
  await site.sign.click();
  const popup = await openPopup(page);
  await expect(page.getByRole('link', { name: 'Waiting for Google…' })).toBeVisible();
  const opened = await page.evaluate(() => sessionStorage.getItem('opened') ?? '');
  expect(JSON.parse(opened)).toEqual([
    '/auth/google?lang=en&popup=1',
    'google-sign-in-1',
    expect.stringMatching(/^popup,width=480,height=640,left=-?\d+,top=-?\d+$/),
  ]);
  await clickAndClose(popup, email);
  await expect(login.dialog).toBeHidden();
  await expect(site.account).toBeVisible();
  await expect(toasts.saying('You are signed in.')).toBeVisible();
  await expect(page).toHaveURL('/en/pricing');
  // The page of prices asks for the user's plans as well.
  const calls = requests.filter((request) => / \/(?:api\/(?!product)|auth\/google)/.test(request));
  expect(calls.slice(-3)).toEqual([
    'GET /auth/google',
    'GET /auth/google/callback',
    'GET /api/account',
  ]);

  const user = await userOf(context);
  // While it slides in, it lies over the bar.
  await toasts.close.click();
  await expect(toasts.all).toHaveCount(0);
  await site.openAccount();
  await expect(site.accountMenu).toContainText(email);
  await site.accountMenu.getByRole('button', { name: 'Sign out' }).click();
  await expect(site.sign).toBeVisible();
  // The page at Google isolates itself now: popup and page do not see each other any more.
  issuer.isIsolated = true;
  await site.sign.click();
  const isolated = await openPopup(page);
  await clickAndClose(isolated, email);
  await expect(site.account).toBeVisible();
  expect(await userOf(context)).toBe(user);
});

test('a popup that was closed, cancelled or refused leaves the dialog usable', async ({
  site,
  login,
  page,
}) => {
  const unverified = addPerson(false);
  const email = addPerson();
  const errors: string[] = [];
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  await page.addInitScript(findClosingPopups);
  await site.open();
  await site.sign.click();
  await (await openPopup(page)).close();
  const cancelled = await openPopup(page);
  await clickAndClose(cancelled, 'Cancel');
  const refused = await openPopup(page);
  await refused.getByRole('button', { name: unverified }).click();
  await expect(refused.getByText('Google has not verified the e-mail address')).toBeVisible();
  await expect(refused.getByRole('link')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeVisible();
  await clickAndClose(refused, 'Close');
  expect(errors).toEqual(['Google login failed: cancelled', 'Google login failed: unverified']);
  await expect(login.dialog).toBeVisible();
  await expect(login.dialog).not.toContainText('Google has not');

  await login.email.fill(email);
  await login.getCode.click();
  await expect(login.sent).toContainText(email);
  await clickAndClose(await openPopup(page), email);
  await expect(site.account).toBeVisible();
});

for (const [where, prepare, tag] of [
  ['are blocked', () => (window.open = () => null), ''],
  [
    'cannot come back, on the home screen of an iPhone',
    () => Object.assign(navigator, { standalone: true }),
    '@long',
  ],
] as const) {
  test(`where popups ${where}, the whole window goes to Google and back ${tag}`, async ({
    site,
    page,
  }) => {
    const email = addPerson();
    await page.addInitScript(prepare);
    await page.goto('/en/login?redirect=%2Fen%2Fpricing%3Futm_source%3Dtest');
    const google = page.getByRole('link', { name: 'Continue with Google' });
    // The page is built for all addresses: until its script runs, the link leads home.
    await expect(google).toHaveAttribute('href', /pricing/);
    await google.click();
    await page.getByRole('button', { name: email }).click();
    await expect(page).toHaveURL('/en/pricing?utm_source=test');
    await expect(site.account).toBeVisible();
  });
}

test(
  'where popups are blocked, the sign-in leads to no other site',
  {
    tag: '@long',
  },
  async ({ page }) => {
    test.setTimeout(300_000);
    await page.addInitScript(() => (window.open = () => null));
    await tryHostileRedirects(page, { language: 'en', allowed: [issuer.url] }, async () => {
      const email = addPerson();
      await page.getByRole('link', { name: 'Continue with Google' }).click();
      await page.getByRole('button', { name: email }).click();
    });
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('form and link lead to no other site', { tag: '@long' }, async ({ page }) => {
    test.setTimeout(300_000);
    await tryHostileRedirects(page, { language: 'de', allowed: [issuer.url] }, async () => {
      await page.getByLabel('E-Mail-Adresse').fill(newEmail());
      await page.locator('form button[type=submit]').click();
      // The form explains that it needs a script, with a link back.
      await page.getByRole('link', { name: 'Zurück zur Anmeldung' }).click();
      await expect(page).toHaveURL('/de/login');
      const email = addPerson();
      await page.getByRole('link', { name: 'Weiter mit Google' }).click();
      await page.getByRole('button', { name: email }).click();
    });
  });

  test('the link on the sign-in page leads to Google and back', async ({ page, context }) => {
    const email = addPerson();
    await page.goto('/de/login');
    await page.getByRole('link', { name: 'Weiter mit Google' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/de/login?redirect=%2Fde');
    await page.getByRole('link', { name: 'Weiter mit Google' }).click();
    await page.getByRole('button', { name: email }).click();
    await expect(page).toHaveURL('/de');
    expect(await userOf(context)).toBeDefined();
  });
});
