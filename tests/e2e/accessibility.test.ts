import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const wide = { width: 1280, height: 800 };
const narrow = { width: 360, height: 740 };

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test.describe('for assistive technology there is nothing wrong with', () => {
  const paths: [name: string, path: string][] = [
    ['home', '/en'],
    ['a GPT', '/en/gpts/regex-workbench'],
    ['a ranking', '/en/ranking/all'],
    ['the prices', '/en/pricing'],
    ['a page that is not there', '/en/nowhere'],
    ['the login page', '/en/login'],
  ];
  for (const [name, path] of paths) {
    test(name, async ({ page }) => {
      await page.goto(path);
      await page.getByRole('main').waitFor();
      await expectAccessible(page);
    });
  }

  test('the bar in the dark', async ({ page }) => {
    await page.goto('/en');
    await setDark(page, true);
    await expectNoViolations(page, 'body');
  });

  test('a list of search results', async ({ home, page }) => {
    await home.open();
    await home.find('plan');
    await home.results.getByRole('option').first().waitFor();
    await expectAccessible(page, 'search-box');
  });

  test('the sign-in dialog with its complaints', async ({ site, login, page }) => {
    await site.open();
    await site.sign.click();
    await login.getCode.click();
    await expect(login.email).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, '#login-dialog');
  });

  test('the menus of the bar', async ({ site, page, signIn }) => {
    await signIn();
    await site.open();
    await site.openLanguages();
    await expectAccessible(page, '.bar');
    await site.openAccount();
    await expectAccessible(page, '.bar, #avatar-menu');
  });

  test('the redemption dialog, before and after', async ({ site, redeem, page, signIn }) => {
    await signIn();
    await site.open();
    await site.openAccount();
    await site.accountMenu.getByRole('button', { name: 'Gift code' }).click();
    await redeem.code.waitFor();
    await expectAccessible(page, '#redeem-dialog');
    await redeem.enter('AAAA-BBBB-CCCC-DDDD');
    await redeem.outcome.waitFor();
    await expectAccessible(page, '#redeem-dialog');
  });

  test('the drawer', async ({ site, page }) => {
    await page.setViewportSize(narrow);
    await site.open();
    await site.openDrawer.click();
    await expect(site.drawer).toBeVisible();
    await expectAccessible(page, '#drawer');
  });

  test('the chat, empty and with an answer', async ({ chat, toasts, page, context, signIn }) => {
    await signIn();
    await context.grantPermissions(['clipboard-write']);
    await chat.open('g/regex-workbench');
    await expect(chat.balance).toBeVisible();
    await expect(chat.heading).toHaveText('Regex Workbench');
    await expectAccessible(page);
    await chat.askToTheEnd('What do you do?');
    await chat.copy.click();
    await toasts.all.first().waitFor();
    await expectAccessible(page);
    await chat.ask('sandbox: fail 500');
    await expect(chat.ending).toBeVisible();
    await expectAccessible(page, 'main');
  });

  for (const screen of ['gpts', 'settings', 'search', 'openai/gpt-99', 'claude/claude-3-opus']) {
    test(`the screen ${screen} of the chat area`, async ({ chat, page, signIn }) => {
      await signIn();
      await chat.open(screen);
      await expect(chat.sidebar.getByText('3 credits left')).toBeVisible();
      await expect(chat.heading).toBeVisible();
      await expectAccessible(page);
    });
  }

  test('the chat’s drawer', async ({ chat, page, signIn }) => {
    await signIn();
    await page.setViewportSize(narrow);
    await chat.open('openai/gpt-4o-mini');
    await expect(chat.balance).toBeVisible();
    await page.getByRole('button', { name: 'Open the chat menu' }).click();
    await expect(chat.sidebar).toBeInViewport({ ratio: 1 });
    await expectNoViolations(page);
  });
});

/** On a desk when it is light, and on a phone when it is dark; `part` is a selector. */
async function expectAccessible(page: Page, part?: string): Promise<void> {
  await expectNoViolations(page, part);
  await page.setViewportSize(narrow);
  await setDark(page, true);
  await expectNoViolations(page, part);
  await setDark(page, false);
  await page.setViewportSize(wide);
}

async function expectNoViolations(page: Page, part?: string): Promise<void> {
  // There are no frames; without looking for them it is faster.
  const builder = new AxeBuilder({ page }).setLegacyMode();
  if (part !== undefined) builder.include(part);
  expect(violationsOf(await builder.analyze())).toEqual([]);
}

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;

function violationsOf({ violations }: Results): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** As another tab would. */
function setDark(page: Page, dark: boolean): Promise<void> {
  return page.evaluate((newValue) => {
    document.documentElement.classList.toggle('dark', newValue === 'true');
    dispatchEvent(new StorageEvent('storage', { key: 'dark-mode', newValue }));
  }, String(dark));
}
