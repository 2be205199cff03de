import type { Page } from '@playwright/test';
import { chromiumArguments } from '../setup/chromiumArguments.ts';
import { expect, test } from './fixtures.ts';
import { LoginDialog } from './pages/LoginDialog.ts';

/** Chromium's headless shell has no back/forward cache; the whole Chromium of the same package is next to it. */
const wholeChromium = (process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium').replace(
  /-headless-shell$/,
  '',
);

// Playwright switches the back/forward cache off. These tests are about pages that return from it.
test.use({
  launchOptions: {
    executablePath: wholeChromium,
    args: [...chromiumArguments],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

/** A page from the cache does not load again. */
const restored = { waitUntil: 'commit' } as const;

/** How a page returned from the cache: its path, and the text that could be seen then. */
type Return = { path: string; shown: string };

/** Notes each return from the cache, in the storage of the tab, because such a page may be left at once. */
async function noteReturns(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const note = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      const { visibility } = getComputedStyle(document.documentElement);
      const shown = visibility === 'hidden' ? '' : document.body.textContent;
      const before = JSON.parse(sessionStorage.getItem('returns') ?? '[]') as Return[];
      const returns = [...before, { path: location.pathname, shown }];
      sessionStorage.setItem('returns', JSON.stringify(returns));
    };
    // Listens after the page does.
    addEventListener('DOMContentLoaded', () => addEventListener('pageshow', note));
  });
}

async function readReturns(page: Page): Promise<Return[]> {
  const returns = await page.evaluate(() => sessionStorage.getItem('returns'));
  return JSON.parse(returns ?? '[]') as Return[];
}

test('Back after a sign-out shows no conversation and leads to the sign-in; no typed text stays', async ({
  page,
  chat,
  signIn,
}) => {
  await noteReturns(page);
  await signIn();
  await chat.open('openai/gpt-4o-mini');
  await chat.askToTheEnd('A secret question');
  await chat.message.fill('A secret draft');
  const { pathname } = new URL(page.url());
  const login = `/en/login?redirect=${encodeURIComponent(pathname)}`;
  await chat.signOut.click();
  await expect(page).toHaveURL(login);
  await page.goBack(restored);
  await expect(page).toHaveURL(login);
  await expect(new LoginDialog(page).email).toBeVisible();
  expect(await readReturns(page)).toEqual([{ path: pathname, shown: '' }]);
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(kept).not.toContain('secret');
});

test('Back shows the orders and settings to their own user only', async ({
  page,
  context,
  signIn,
}) => {
  await noteReturns(page);
  const { email } = await signIn();
  const paths = ['/en/pricing', '/en/chat/settings', '/en/orders'];
  for (const path of paths) await page.goto(path);
  await expect(
    page.getByRole('heading', { name: 'Orders and receipts', exact: true }),
  ).toBeVisible();
  await page.goto('/en/tags');
  await page.goBack(restored);
  await expect(
    page.getByRole('heading', { name: 'Orders and receipts', exact: true }),
  ).toBeVisible();
  await page.goForward(restored);
  // It compares the user before it is shown again, and must still find the first one.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.clearCookies();
  const { email: other } = await signIn();
  expect(other).not.toBe(email);
  for (const path of ['/en/orders', '/en/chat/settings']) {
    await page.goBack(restored);
    await expect(page).toHaveURL(`/en/login?redirect=${encodeURIComponent(path)}`);
    await expect(page.getByText(`You are signed in as ${other}.`)).toBeVisible();
  }
  await page.goBack(restored);
  await expect(page).toHaveURL('/en/pricing');
  await expect(page.locator('html')).toHaveClass(/signed-in/);
  const returns = await readReturns(page);
  expect(returns.map(({ path }) => path)).toEqual([
    '/en/orders',
    '/en/tags',
    '/en/orders',
    '/en/chat/settings',
    '/en/pricing',
  ]);
  expect(returns.map(({ shown }) => shown !== '')).toEqual([true, true, false, false, false]);
});
