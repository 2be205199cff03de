import { gptsOnFirstHome } from '#domain/gpts/gpts.ts';
import type { Page } from '@playwright/test';
import { expect, newEmail, test } from './fixtures.ts';
import { readCode } from './mailbox.ts';

test.describe('with the keyboard alone', () => {
  test('the keyboard reaches all controls of the bar, with visible focus; the skip link leads past it', async ({
    site,
    page,
  }) => {
    await site.open();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await expectVisibleFocus(page);
    const seen: string[] = [];
    while (!seen.includes('Sign in')) {
      await page.keyboard.press('Tab');
      await expectVisibleFocus(page);
      seen.push(
        await page.evaluate(() => {
          const element = document.activeElement as HTMLElement;
          return element.ariaLabel ?? element.innerText;
        }),
      );
      expect(seen.length).toBeLessThan(20);
    }
    const menu = ['GPTs', 'AI Search', 'Claude3', 'OpenAI', 'Llama', 'Luma', 'Ranking', 'Pricing'];
    expect(seen.filter((name) => menu.includes(name))).toEqual(menu);
    expect(seen).toContain('Dismiss announcement');
    expect(seen).toContain('Dark mode');

    await skip.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/en#content');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  });

  test('a search works with arrows and Enter', async ({ home, page }) => {
    await home.open();
    await home.search.focus();
    await expectVisibleFocus(page);
    await page.keyboard.type('pl');
    await expect(home.results).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(home.results).toBeHidden();
    await expect(home.search).toHaveValue('pl');
    await page.keyboard.type('an');
    const options = home.results.getByRole('option');
    await expect(home.searchStatus).toHaveText(/^\d+ results/);
    await page.keyboard.press('ArrowDown');
    await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(options.nth(0)).toHaveAttribute('aria-selected', 'false');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect(home.search).toHaveAttribute('aria-activedescendant', 'search-option-1');
    await page.keyboard.press('ArrowUp');
    await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
    const target = await home.results.locator('[aria-selected="true"]').getAttribute('href');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(target ?? '');
  });

  test('Load More puts the focus on the first new GPT', async ({ home, page }) => {
    await home.open();
    await home.loadMore.focus();
    await page.keyboard.press('Enter');
    await expect(home.cards.nth(gptsOnFirstHome)).toBeFocused();
    await expect(page).toHaveURL('/en');
  });

  test('Load More works when its code loaded before the key @long', async ({ home, page }) => {
    await home.open();
    await home.loadMore.focus();
    await page.waitForFunction(() => customElements.get('load-more') !== undefined);
    await page.keyboard.press('Enter');
    await expect(home.cards.nth(gptsOnFirstHome)).toBeFocused();
    await expect(page).toHaveURL('/en');
  });

  test('signing in, asking, sharing an answer and signing out work without a mouse', async ({
    site,
    login,
    chat,
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await site.open('/en/gpts/regex-workbench');
    await site.sign.focus();
    await page.keyboard.press('Enter');
    await expect(login.email).toBeFocused();
    await expectVisibleFocus(page);
    const email = newEmail();
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await expect(login.getCode).toBeFocused();
    await expectVisibleFocus(page);
    await page.keyboard.press('Enter');
    await expect(login.code).toBeFocused();
    await expectVisibleFocus(page);
    await page.keyboard.type(await readCode(email));
    await expect(site.account).toBeVisible();
    await page.getByRole('link', { name: 'Use now' }).first().press('Enter');

    await expect(chat.balance).toBeVisible();
    await expect(chat.message).toBeFocused();
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await expectVisibleFocus(page);
    await page.keyboard.press('Enter');
    await expect(chat.message).toBeFocused();
    await expectVisibleFocus(page);
    await chat.signOut.focus();
    await page.keyboard.type('One line');
    await expect(chat.message).toBeFocused();
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('and another');
    await expect(chat.message).toHaveValue('One line\nand another');
    await page.keyboard.press('Enter');
    await expect(chat.answers).toContainText('One line and another');
    await expect(chat.message).toBeFocused();
    await expect(chat.message).toHaveValue('');
    // A button that is removed with its note.
    await page.getByRole('button', { name: 'Dismiss this warning' }).press('Enter');
    await expect(chat.message).toBeFocused();
    await chat.send.waitFor();
    await expectSharing(page);
    await chat.signOut.press('Enter');
    await expect(page).toHaveURL(/\/en\/login\?redirect=/);
  });
});

test('older entries of the credits history unfold, then load, and keep the focus in the list', async ({
  page,
  signIn,
}) => {
  await signIn();
  const pages = [historyRows(1, 20), historyRows(21, 3)];
  await page.route('**/api/credits/history?*', (route) =>
    route.fulfill({ json: { items: pages.shift() } }),
  );
  await page.goto('/en/chat/settings#credits');
  const rows = page.getByRole('list', { name: 'History' }).locator('> li');
  await expect(rows).toHaveCount(5);
  const older = page.getByRole('button', { name: 'Show older entries' });
  await older.press('Enter');
  await expect(rows).toHaveCount(20);
  await expect(older).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(23);
  await expect(older).toHaveCount(0);
  await expect(rows.nth(20).locator(':focus')).toHaveText('Ledger entries');
});

test('a removed control of the settings gives its focus to the heading of its section', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/en/chat/settings');
  await expect(page.locator('body')).toBeFocused();
  // The focus is watched from when the page is idle, together with what preloads this.
  await expect(page.locator('head link[rel="prefetch"][as="document"]')).toBeAttached();
  const heading = page.getByRole('heading', { name: 'Profile', exact: true });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a picture' }).press('Enter');
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 80, height: 80 } });
  await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await expect(heading).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Use this picture' })).toBeFocused();
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
  await expect(heading).toBeFocused();
});

test('the contents of the settings mark the section of the address, also among short sections', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/en/chat/settings#shares');
  await expect(page.getByRole('heading', { name: 'Shared links' })).toBeFocused();
  const current = page.locator('.settings-contents [aria-current]');
  await expect(current).toHaveText('Shared links');
  await page.locator('.settings-contents').getByRole('link', { name: 'Import' }).press('Enter');
  await expect(current).toHaveText('Import conversations');
  await page.getByRole('heading', { name: 'Profile' }).evaluate((heading) => {
    heading.scrollIntoView();
  });
  await expect(current).toHaveText('Profile');
});

/** Questions of deleted conversations, from this number on. */
function historyRows(first: number, count: number) {
  const created = '2026-11-30T12:00:00.000Z';
  return Array.from({ length: count }, (_, index) => ({
    id: String(first + index),
    kind: 'question',
    created,
    balance_change: -1,
    question: null,
    entries: [],
  }));
}

/** Shares the conversation by keys alone, reads the link that was copied, and closes the dialog. */
async function expectSharing(page: Page): Promise<void> {
  await tabTo(page, 'Share', 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await tabTo(page, 'Create and copy link', 'Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Copied', exact: true })).toBeFocused();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const shared = await page.request.get(address);
  expect(await shared.text()).toContain('One line');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused();
}

const mostPresses = 40;

/** Presses the key until the button with this name has the focus, which must be visible there. */
async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  const isFocused = () => button.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < mostPresses; presses += 1) {
    await page.keyboard.press(key);
    if (await isFocused()) return expectVisibleFocus(page);
  }
  throw new Error(`${mostPresses} presses of ${key} did not reach “${name}”`);
}

/** The focused element, or its surroundings, must look different from the state without the focus. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const [focused, blurred] = await page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const form = element.closest('form') ?? element;
    const look = (): string =>
      [element, form]
        .flatMap((one) => [getComputedStyle(one), getComputedStyle(one, '::after')])
        .map(({ outlineStyle, outlineWidth, borderColor, boxShadow }) => {
          return [
            outlineStyle,
            outlineStyle === 'none' ? '' : outlineWidth,
            borderColor,
            boxShadow,
          ];
        })
        .join();
    const before = look();
    element.blur();
    const after = look();
    element.focus({ preventScroll: true });
    return [before, after];
  });
  expect(focused).not.toBe(blurred);
}
