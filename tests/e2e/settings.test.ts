import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { expectNothingWrong } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { readCode } from './mailbox.ts';
import { unzip } from '../setup/unzip.ts';

/** Another browser of the same account. */
async function otherBrowser(
  browser: Browser,
  origin: string,
  email: string,
): Promise<BrowserContext> {
  const address = `2001:db8:${Math.floor(Math.random() * 60_000).toString(16)}::1`;
  const context = await browser.newContext({
    baseURL: origin,
    extraHTTPHeaders: { 'x-forwarded-for': address },
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const headers = { origin };
  await context.request.get('/api/login/email', { params: { email }, headers });
  const params = { email, code: await readCode(email) };
  await context.request.post('/api/login/email', { params, headers, failOnStatusCode: true });
  return context;
}

function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}

async function picture(): Promise<Buffer> {
  const wide = { width: 300, height: 100, channels: 3 as const, background: '#2a6' };
  return sharp({ create: wide }).png().toBuffer();
}

test.describe('the settings', () => {
  test('change name and picture, for all tabs, by keyboard, and show the history of the credits @both', async ({
    page,
    chat,
    site,
    signIn,
  }) => {
    await signIn();
    await test.step('are reached from the avatar menu of the site', async () => {
      await site.open('/en/pricing');
      await site.openAccount();
      await expect(site.accountMenu.getByRole('link', { name: 'Get more' })).toBeVisible();
      await site.accountMenu.getByRole('link', { name: 'Settings' }).click();
      await expect(page).toHaveURL('/en/chat/settings');
    });

    await test.step('name', async () => {
      const name = page.getByRole('textbox', { name: 'Name' });
      await name.fill('ada@example.org');
      await name.press('Enter');
      await expect(section(page, 'Profile').getByRole('alert').first()).toContainText(
        'cannot be an e-mail address',
      );
      await expect(name).toHaveAttribute('aria-invalid', 'true');
      await name.fill('  Ada   Lovelace ');
      await name.press('Enter');
      await expect(section(page, 'Profile').getByText('Saved')).toBeVisible();
      await expect(name).toHaveValue('Ada Lovelace');
    });

    await test.step('picture', async () => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a picture' }).click();
      const file = { name: 'wide.png', mimeType: 'image/png', buffer: await picture() };
      await (await chooser).setFiles(file);
      const slider = page.getByRole('slider', { name: 'Move the square' });
      await slider.focus();
      await page.keyboard.press('Home');
      await expect(slider).toHaveValue('0');
      await page.getByRole('button', { name: 'Use this picture' }).click();
      const own = section(page, 'Profile').getByRole('img', { name: 'Picture' });
      await expect(own).toHaveAttribute('src', /^\/api\/account\/pictures\//);
      await expect
        .poll(() => own.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBe(256);
      await site.open('/en');
      await expect(page.locator('.avatar-anchor img')).toHaveAttribute('src', /pictures/);
    });

    await test.step('credits, with a link to the conversation', async () => {
      await chat.open('openai/gpt-4o-mini');
      await chat.askToTheEnd('sandbox: fast 3');
      const address = page.url();
      await page.goto('/en/chat/settings#credits');
      await expect(page.getByRole('heading', { name: 'Credits', exact: true })).toBeFocused();
      await expect(
        section(page, 'Credits').getByRole('link', { name: 'All rules for credits' }),
      ).toHaveAttribute('href', '/en/help/what-credits-buy');
      const list = (name: string) => section(page, 'Credits').getByRole('list', { name });
      const lots = list('Where your credits come from').getByRole('listitem');
      await expect(lots).toHaveText(/^Starting credits ?Do not expire · Received on .+ ?2$/);
      const rows = list('History').getByRole('listitem');
      await expect(rows).toHaveCount(2);
      await expect(rows.nth(0)).toContainText('GPT-4o-mini');
      await expect(rows.nth(0)).toContainText('−1');
      await expect(rows.nth(1)).toContainText('+3');
      await rows.nth(0).getByText('Ledger entries').click();
      await expect(rows.nth(0).getByRole('listitem').nth(1)).toContainText('1 credit charged');
      const usage = section(page, 'Usage');
      await expect(usage.getByRole('img', { name: 'Credits: 1 · Questions: 1' })).toBeVisible();
      await usage.getByLabel('Model').check();
      await expect(usage.getByRole('row', { name: 'GPT-4o-mini 1 1' })).toBeVisible();
      const file = page.waitForEvent('download');
      await usage.getByRole('link', { name: 'Download as CSV' }).click();
      expect((await file).suggestedFilename()).toContain('credits-by-model');
      await rows.nth(0).getByRole('link').click();
      await expect(page).toHaveURL(address);
      await expect(chat.messages).toHaveCount(2);
    });

    await test.step('accessibility checks find no errors, and messages to the operator are listed once there is one', async () => {
      await expect(page.getByRole('link', { name: 'Messages to us' })).toHaveCount(0);
      await page.evaluate(async () => {
        const email = 'reader@example.org';
        const body = JSON.stringify({ email, topic: 'payment', message: 'I paid twice.' });
        const headers = { 'content-type': 'application/json' };
        await fetch('/api/contact', { method: 'POST', headers, body });
      });
      await page.goto('/en/chat/settings');
      await expect(section(page, 'Messages to us').getByRole('listitem')).toContainText(
        /Payment.*Open/,
      );
      await expect(section(page, 'Sessions').getByText('This device')).toBeVisible();
      await expectNothingWrong(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(page.viewportSize()?.width);
      await page.getByRole('link', { name: 'Sessions', exact: true }).click();
      await expect(page).toHaveURL('/en/chat/settings#sessions');
      await expect(page.getByRole('heading', { name: 'Sessions' })).toBeInViewport();
    });
  });

  test(
    'end other sessions, whose chats lead to the login page and back, and then all',
    {
      tag: '@both',
    },
    async ({ page, browser, signIn, baseURL }) => {
      const { email } = await signIn();
      const one = await otherBrowser(browser, baseURL ?? '', email);
      const another = await otherBrowser(browser, baseURL ?? '', email);
      const lost = await one.newPage();
      await lost.goto('/en/chat/openai/gpt-4o-mini');
      await lost.getByRole('textbox', { name: 'Message' }).fill('sandbox: stall');
      await lost
        .locator('form')
        .getByText(/credits? left/)
        .waitFor();
      // On a phone, Enter begins a new line.
      await lost.getByRole('button', { name: 'Send', exact: true }).click();
      await lost.locator('.answer').waitFor();
      await page.goto('/en/chat/settings#sessions');
      const items = section(page, 'Sessions').getByRole('listitem');
      await expect(items).toHaveCount(3);
      await expect(items.nth(1)).toContainText('Firefox on Linux');
      const ends = section(page, 'Sessions').getByRole('button', { name: 'End Firefox on Linux' });
      await ends.first().click();
      await expect(items).toHaveCount(2);
      await expect(page.getByRole('heading', { name: 'Sessions' })).toBeFocused();
      await page.getByRole('button', { name: 'End all other sessions' }).click();
      await expect(items).toHaveCount(1);
      await expect(items).toContainText('This device');
      // The stream of the answer has ended, and asking for the rest of it was refused.
      await expect(lost).toHaveURL(/\/en\/login\?redirect=%2Fen%2Fchat%2F/, { timeout: 10_000 });
      await expect(lost.getByText('Your session has ended.')).toBeVisible();
      const danger = section(page, 'Sign out everywhere');
      await danger.getByRole('button', { name: 'Sign out everywhere' }).click();
      await expect(page).toHaveURL(/\/en\/login\?redirect=%2Fen%2Fchat%2Fsettings/);
      await one.close();
      await another.close();
    },
  );
});

test('the settings on a phone begin in view, and a row of links follows the section that is read @phone', async ({
  page,
  signIn,
}) => {
  await signIn();
  const held = Promise.withResolvers<void>();
  await page.route('/api/account/support', async (route) => {
    await held.promise;
    const item = { reference: 'ABCD-EFGH', topic: 'payment', state: 'open', answered: null };
    await route.fulfill({ json: { items: [{ ...item, created: '2026-11-30T12:00:00.000Z' }] } });
  });
  await page.goto('/en/chat/settings');
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeInViewport({ ratio: 1 });
  const session = section(page, 'Sessions').getByRole('listitem').locator('div');
  expect(await session.evaluate((text) => text.clientWidth / innerWidth)).toBeGreaterThan(0.75);
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const current = contents.locator('[aria-current]');
  await expect(current).toHaveText('Profile');
  expect((await contents.boundingBox())?.height).toBeLessThan(70);
  await section(page, 'Usage').scrollIntoViewIfNeeded();
  await page.locator('#usage').evaluate((heading) => heading.scrollIntoView());
  await expect(current).toHaveText('Usage');
  await expect(current).toBeInViewport({ ratio: 1 });
  await expect(page.locator('#usage')).toBeInViewport({ ratio: 1 });
  // Sections that still load move the page, and the row with it, so that a click may miss its link.
  await expect(async () => {
    await contents.getByRole('link', { name: 'Delete account' }).click();
    await expect(current).toHaveText('Delete account', { timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  await expect(page.getByRole('heading', { name: 'Delete account' })).toBeFocused();
  // A section that appears late moves the links after its own.
  held.resolve();
  await expect(contents.getByRole('link', { name: 'Messages to us' })).toBeAttached();
  await expect(current).toHaveText('Delete account');
  await expect(current).toBeInViewport({ ratio: 1 });
});

test(
  'the address of the messages to the operator leads to them, once there are any',
  {
    tag: '@both',
  },
  async ({ page, baseURL, signIn }) => {
    const { email } = await signIn();
    await page.request.post('/api/contact', {
      headers: { origin: baseURL ?? '' },
      data: { email, topic: 'payment', message: 'I paid twice.' },
      failOnStatusCode: true,
    });
    await page.goto('/en/chat/settings#support');
    await expect(page.getByRole('heading', { name: 'Messages to us' })).toBeFocused();
    await expect(section(page, 'Messages to us').getByRole('listitem')).toBeInViewport();
  },
);

test(
  'an account exports its data, and is deleted in a week unless it is kept',
  {
    tag: '@both',
  },
  async ({ page, chat, signIn }) => {
    const { email } = await signIn();
    await chat.open('openai/gpt-4o-mini');
    await chat.askToTheEnd('sandbox: fast 3');
    await page.goto('/en/chat/settings#data');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download all my data' }).click();
    const archive = await download;
    expect(archive.suggestedFilename()).toMatch(/^dolores-account-\d{4}-\d\d-\d\d\.zip$/);
    const files = await unzip(readFileSync(await archive.path()));
    const names = Object.keys(files);
    expect(names).toEqual(expect.arrayContaining(['account.json', 'credits/ledger.json']));
    expect(names.filter((name) => name.endsWith('.md'))).toHaveLength(1);

    const place = section(page, 'Delete account');
    const button = place.getByRole('button', { name: 'Delete my account' });
    await place.getByRole('textbox').fill('somebody@example.org');
    await expect(button).toBeDisabled();
    await place.getByRole('textbox').fill(email.toUpperCase());
    await place.getByRole('textbox').press('Enter');
    await expect(place).toContainText('Your account will be deleted on');
    await expectNothingWrong(page);
    await page.reload();
    await place.getByRole('button', { name: 'Keep my account' }).click();
    await expect(place).toContainText('Your account stays.');
    await page.reload();
    await expect(button).toBeDisabled();
  },
);

test('two tabs agree about the signed-in user, within a second', async ({
  page,
  context,
  site,
  chat,
  signIn,
}) => {
  await signIn();
  await chat.open('settings');
  const other = await context.newPage();
  await other.goto('/en/pricing');
  await expect(other.locator('html')).toHaveClass(/signed-in/);
  await expect(section(page, 'Profile').getByRole('textbox')).toBeVisible();
  await other.locator('.avatar-anchor').click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/en/login?redirect=*');
  await expect(page.getByText('Your session has ended.')).toHaveCount(0);
  await site.open('/en');
  await expect(site.sign).toBeVisible();
  await other.bringToFront();
  const email = `${crypto.randomUUID()}@example.org`;
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await other.getByRole('button', { name: 'Get code' }).click();
  await other.getByRole('textbox', { name: 'Verification code' }).fill(await readCode(email));
  await expect(other.locator('html')).toHaveClass(/signed-in/);
  await expect(page.locator('html')).toHaveClass(/signed-in/, { timeout: 2_000 });
  await expect(site.account).toBeVisible();
});
