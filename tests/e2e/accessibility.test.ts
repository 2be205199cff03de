import type { Page } from '@playwright/test';
import { expectNothingWrong } from './axe.ts';
import { expect, test } from './fixtures.ts';
import {
  newGpt,
  privateGpt,
  rankedDays,
  recountedWeek,
  reviewedGpt,
} from '../setup/site/seeded.ts';

const wide = { width: 1280, height: 800 };
const narrow = { width: 360, height: 740 };

/** Of the starter catalogue. */
const usedTag = 'statistics';
const arabicGpt = 'sufrat-al-aila-ar';

/** Errors that the size of the window or dark colours can cause. */
const visualRules = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'region'];

test.describe.configure({ timeout: 180_000 });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test.describe('accessibility checks find no errors', () => {
  /**
   * One page of each look. Rules that need no browser are checked on all kinds of pages in
   * `tests/build/accessibility.test.ts`; the server fills some of these pages, or a script does.
   */
  const pages = [
    '',
    '/search?query=a',
    `/gpts/${reviewedGpt}`,
    `/ranking/weekly/${recountedWeek}`,
    `/gpts/${encodeURIComponent(newGpt.id)}`,
    '/login',
  ];
  /** Further ones. */
  const more = [
    '/categories',
    '/tags',
    `/tags/${encodeURIComponent(usedTag)}`,
    '/collections',
    '/saved',
    '/ranking/all',
    '/ranking/categories',
    '/pricing',
    '/share',
    '/contact',
    '/redeem',
    '/withdraw',
    '/help/reading-the-rankings',
    '/nowhere',
    '/categories/writing',
    '/categories/writing/by/name',
    '/by/new',
    '/tags/planning/by/new',
    '/collections/for-job-hunting',
    '/authors/dolores',
    '/search?query=zzzzzz',
    `/gpts/${arabicGpt}`,
    `/ranking/daily/${rankedDays.at(-1)}`,
    '/terms',
    '/blog',
    `/gpts/${privateGpt}`,
  ];
  for (const [kind, paths] of [
    ['each look', pages],
    ['further kinds @long', more],
  ] as const) {
    test(`on pages of ${kind}`, async ({ page }) => {
      for (const path of paths) {
        await page.goto(`/en${path}`);
        await expect(page.locator('missing-page[aria-busy]')).toHaveCount(0);
        // The frame around the main part is the same on all of them.
        await expectAccessible(page, undefined, path === paths[0] ? undefined : 'main');
      }
    });
  }

  test('with the search and the sign-in dialog', async ({ home, site, login, page }) => {
    await home.open();
    await home.find('plan');
    await home.results.getByRole('option').first().waitFor();
    await expectAccessible(page, 'search-box');
    await home.search.press('Enter');
    await page.waitForURL('/en/search?query=plan');
    await home.open();
    await home.search.click();
    await expect(home.results.getByRole('option')).toHaveText(['plan']);
    await expectAccessible(page, 'search-box');
    await site.sign.click();
    await login.getCode.click();
    await expect(login.email).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, '#login-dialog');
  });

  test('with the menus of the bar and the redemption dialog @long', async ({
    site,
    redeem,
    page,
    signIn,
  }) => {
    await signIn();
    await site.open();
    await site.openLanguages();
    await expectAccessible(page, '.bar');
    await setDark(page, true);
    await expectNothingWrong(page, 'body', visualRules);
    await setDark(page, false);
    await site.openAccount();
    await expectAccessible(page, '#avatar-menu');
    await site.accountMenu.getByRole('button', { name: 'Gift code' }).click();
    await redeem.code.waitFor();
    await expectAccessible(page, '#redeem-dialog');
    await redeem.enter('AAAA-BBBB-CCCC-DDDD');
    await redeem.outcome.waitFor();
    await expectAccessible(page, '#redeem-dialog');
  });

  test('with the drawers of a phone @long', async ({ site, chat, page, signIn }) => {
    await page.setViewportSize(narrow);
    await site.open();
    await site.openDrawer.click();
    await expect(site.drawer).toBeVisible();
    await expectNothingWrong(page, '#drawer');
    await signIn();
    await chat.open('openai/gpt-4o-mini');
    await expect(chat.balance).toBeVisible();
    await page.getByRole('button', { name: 'Open the chat menu' }).click();
    await expect(chat.sidebar).toBeInViewport({ ratio: 1 });
    await expectNothingWrong(page);
  });

  test('in a chat, empty, with an answer and with a failure', async ({
    chat,
    toasts,
    page,
    context,
    signIn,
  }) => {
    await signIn();
    await context.grantPermissions(['clipboard-write']);
    await chat.open('g/regex-workbench');
    await expect(chat.balance).toBeVisible();
    await expect(chat.heading).toHaveText('Regex Workbench');
    await expectAccessible(page, 'main');
    await chat.askToTheEnd('What do you do?');
    await chat.copy.click();
    await toasts.all.first().waitFor();
    await chat.ask('sandbox: fail 500');
    await expect(chat.ending).toBeVisible();
    await expectAccessible(page);
  });

  test('with the list, the menus and the dialogs of the chat area', async ({
    chat,
    page,
    signIn,
  }) => {
    await signIn();
    await chat.open('openai/gpt-4o-mini');
    await chat.askToTheEnd('sandbox: fast 3');
    const dialog = page.getByRole('dialog');
    await expectAccessible(page, '#sidebar');
    await chat.sidebar.getByRole('link', { name: 'sandbox: fast 3' }).hover();
    await chat.sidebar.getByRole('button', { name: /^Actions for/ }).click();
    await expectAccessible(page, '[role="menu"]');
    await page.keyboard.press('Escape');
    for (const keys of ['Control+K', 'Control+,', 'Control+/']) {
      await page.keyboard.press(keys);
      await dialog.waitFor();
      if (keys === 'Control+K') {
        await page.keyboard.type('sandbox');
        await dialog.locator('mark').first().waitFor();
      }
      await expectAccessible(page, 'dialog');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog.getByRole('button', { name: 'Create and copy link' }).click();
    await dialog.getByRole('link').waitFor();
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Escape');
    await chat.sidebar.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Delete all conversations' }).click();
    await dialog.getByRole('button', { name: 'Delete all' }).waitFor();
    await expectAccessible(page, 'dialog');
  });

  test('on the other screens of the chat area @long', async ({ chat, page, signIn }) => {
    await signIn();
    await chat.open('gpts');
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page);
    for (const [name, heading] of [
      ['Settings', 'Settings'],
      ['AI search', 'Ask this site'],
    ] as const) {
      await chat.sidebar.getByRole('link', { name }).click();
      await expect(chat.heading).toHaveText(heading);
      await expectAccessible(page, 'main');
    }
    await chat.open('claude/claude-3-opus');
    await expect(chat.notice).toContainText('You just reached your chats limit');
    await expectAccessible(page, 'main');
  });
});

/** On a desk by day, and on a phone by night, perhaps in a smaller part; parts are selectors. */
async function expectAccessible(page: Page, part?: string, partByNight = part): Promise<void> {
  await expectNothingWrong(page, part);
  await page.setViewportSize(narrow);
  await setDark(page, true);
  await expectNothingWrong(page, partByNight, visualRules);
  await setDark(page, false);
  await page.setViewportSize(wide);
}

/** As another tab would. */
function setDark(page: Page, dark: boolean): Promise<void> {
  return page.evaluate((newValue) => {
    document.documentElement.classList.toggle('dark', newValue === 'true');
    dispatchEvent(new StorageEvent('storage', { key: 'dark-mode', newValue }));
  }, String(dark));
}
