import { redeemPath } from '#domain/product/giftCodes.ts';
import type { Page } from 'playwright';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { sendLoginCode } from '#contract/login/login.ts';
import type { redeemCode } from '#contract/product/product.ts';
import { defaultGptId } from '#domain/gpts/gpts.ts';
import type { Language } from '#domain/languages/languages.ts';
import { gptPath, homePath, savedPath, searchPath } from '#domain/gpts/gptPaths.ts';
import { chatPath, nextChatPath } from '#domain/chat/chatPaths.ts';
import { contactPath, policyPath, privacyPath } from '#domain/site/sitePaths.ts';
import { loginPath } from '#domain/login/loginPaths.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { chatScreens } from './chatScreens.ts';
import { listScreens } from './listScreens.ts';
import { mediaScreens } from './mediaScreens.ts';
import { openMenu } from './pageSteps.ts';
import { payScreens } from './payScreens.ts';
import type { Conversations } from './people.ts';
import { planScreens } from './planScreens.ts';
import { searchScreens } from './searchScreens.ts';

/**
 * `poor` has spent every credit, and saved and used no GPT; `buyer` has a plan and orders in every state; the account of
 * `leaving` will be deleted.
 */
export type Who = 'visitor' | 'user' | 'poor' | 'buyer' | 'leaving';

export type Screen = {
  name: string;
  path: (language: Language, conversations: Conversations) => string;
  who: readonly Who[];
  /** Widths at which it exists; all of them, unless said otherwise. */
  widths?: readonly number[];
  /** The whole page, not only its first screen. */
  whole?: boolean;
  /** Whether one load serves all widths. Scripts of other pages look at the pointer when they start. */
  isStatic?: boolean;
  /** Whether it changes what is the account’s, such as an open order, so that no other such visit may run beside it. */
  isAlone?: boolean;
  /** Sets what the page gets in place of the server's responses, before the page is opened. */
  intercept?: (page: Page) => Promise<void>;
  /** The steps of a person before the picture is taken. Finds its way by ids, because texts are in every language. */
  prepare?: (page: Page) => Promise<void>;
};

export const widths: readonly number[] = [360, 768, 1280];
/** Narrower windows are touched with fingers. */
export const firstMouseWidth = 768;
export const pictureLanguages: readonly Language[] = ['en', 'zh', 'de'];

const everybody: readonly Who[] = ['visitor', 'user'];
const phone = [360];
const defaultChat = (language: Language) =>
  chatPath(language, { group: 'openai', model: 'gpt-4o-mini' });

/** Every screen of the product, in every state worth looking at. */
export const screens: readonly Screen[] = [
  site('home', (language) => homePath(language), { who: everybody, whole: true }),
  site('home-page-2', (language) => homePath(language, 2), { whole: true }),
  site('home-search', (language) => homePath(language), { prepare: searchFor('write') }),
  site('home-search-nothing', (language) => homePath(language), { prepare: searchFor('qqqqq') }),
  site('home-search-recent', (language) => homePath(language), { prepare: searchAgain }),
  site('results', (language) => searchPath(language, { query: 'write a plan' }), { whole: true }),
  // No GPT has both words: all are “Also related”.
  site('results-related', (language) => searchPath(language, { query: 'spreadsheet poem' }), {
    whole: true,
  }),
  site('results-nothing', (language) => searchPath(language, { query: 'qqqqq' }), { whole: true }),
  site(
    'results-filtered',
    (language) => searchPath(language, { query: 'qqqqq', category: 'writing' }),
    { whole: true },
  ),
  site('home-search-key', (language) => homePath(language), { prepare: pressSearchKey }),
  site('home-scrolled', (language) => homePath(language), { prepare: scrollDown }),
  site('gpt', (language) => gptPath(language, defaultGptId), { who: everybody, whole: true }),
  site('gpt-other-language', (language) => gptPath(language, 'keigo-mail-tensaku-ja'), {
    whole: true,
  }),
  ...listScreens,
  site('saved', (language) => savedPath(language), {
    who: ['visitor', 'user', 'poor'],
    prepare: waitForLists,
  }),
  site('recent', (language) => `${savedPath(language)}#recent`, {
    who: ['user', 'poor'],
    prepare: waitForLists,
  }),
  site('pricing', (language) => pricingPath(language), { who: everybody, whole: true }),
  site('pricing-year', (language) => `${pricingPath(language)}#billing=year&currency=CNY`, {
    whole: true,
  }),
  site('saved-failing', (language) => savedPath(language), {
    who: ['user'],
    intercept: cutLists,
    prepare: waitForAlert,
  }),
  site('privacy', (language) => policyPath(language, 'privacy'), { whole: true }),
  site('terms', (language) => policyPath(language, 'terms'), { whole: true }),
  site('refunds', (language) => policyPath(language, 'refunds'), { whole: true }),
  site('policy-without-language', () => privacyPath),
  site('open-gpt', (language) => `/${language}/open`, { whole: true }),
  site('old-chat-address', () => nextChatPath),
  site('shared-missing', (language) => `/${language}/s/nothing-here`),
  site('contact', (language) => contactPath(language), { who: everybody, whole: true }),
  site('404', (language) => `${homePath(language)}/no-such-page`),
  site('410', (language) => `${homePath(language)}/410`),
  site('login-dialog', (language) => homePath(language), { prepare: openLogin }),
  site('login-dialog-errors', (language) => homePath(language), { prepare: sendEmptyLogin }),
  site('language-menu', (language) => homePath(language), { prepare: openMenu('language-menu') }),
  site('avatar-menu', (language) => homePath(language), { who: ['user'], prepare: openAvatar }),
  site('redeem-dialog', (language) => homePath(language), { who: ['user'], prepare: openRedeem }),
  site('redeem-failed', (language) => homePath(language), { who: ['user'], prepare: failRedeem }),
  site('redeem-page', (language) => redeemPath(language), { who: everybody, whole: true }),
  site('redeem-page-failed', (language) => redeemPath(language), {
    who: ['user'],
    prepare: failOnPage,
  }),
  site('redeem-page-done', (language) => redeemPath(language), {
    who: ['user'],
    prepare: redeemOnPage,
  }),
  site('drawer', (language) => homePath(language), { prepare: openDrawer, widths: phone }),
  site('login-page', (language) => loginPath(defaultChat(language), language)),
  site('login-code', (language) => loginPath(defaultChat(language), language), {
    prepare: requestCode,
  }),
  site('report-dialog', (language) => gptPath(language, defaultGptId), {
    who: everybody,
    prepare: openReport,
  }),
  ...payScreens,
  ...planScreens,
  ...mediaScreens,
  ...searchScreens,
  ...chatScreens,
];

type More = Partial<Omit<Screen, 'name' | 'path'>>;

function site(name: string, path: Screen['path'], more: More = {}): Screen {
  return { name, path, who: ['visitor'], isStatic: !more.prepare, ...more };
}

function searchFor(text: string): NonNullable<Screen['prepare']> {
  return async (page) => {
    const field = page.locator('search-box input');
    await field.click();
    await field.pressSequentially(text, { delay: 20 });
    const status = page.locator('search-box [role="status"]');
    await status.filter({ hasText: /\d|“|„|«|「|"/ }).waitFor();
    await page.waitForLoadState('networkidle');
  };
}

/** Sends two searches, then opens the empty field on home. */
async function searchAgain(page: Page): Promise<void> {
  const home = page.url();
  for (const text of ['cover letter', 'python']) {
    await page.locator('search-box input').fill(text);
    // The code of the field, which stores searches, is loaded when somebody begins to use it.
    await page.locator('search-box [role="option"]').first().waitFor();
    await page.locator('search-box input').press('Enter');
    await page.waitForURL(/query=/);
    await page.goto(home);
  }
  await page.locator('search-box input').click();
  await page.locator('search-box [role="option"]').nth(1).waitFor();
}

/** Comes into the field by its key, whose hint then goes. */
async function pressSearchKey(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.locator('search-box input:focus').waitFor();
}

async function scrollDown(page: Page): Promise<void> {
  await page.mouse.wheel(0, 600);
  await page.locator('html.scrolled').waitFor();
}

async function openLogin(page: Page): Promise<void> {
  await page.locator('[commandfor="login-dialog"]').first().click();
  await page.locator('#login-dialog input').first().waitFor();
}

async function sendEmptyLogin(page: Page): Promise<void> {
  await openLogin(page);
  await page.locator('#login-dialog form button[type="submit"]').last().click();
  await page.locator('#login-dialog [aria-invalid="true"]').first().waitFor();
}

async function openAvatar(page: Page): Promise<void> {
  await openMenu('avatar-menu')(page);
  await page.locator('#avatar-menu button.menu-item').nth(1).waitFor();
}

async function openRedeem(page: Page): Promise<void> {
  await openAvatar(page);
  await page.locator('#avatar-menu button.menu-item').first().click();
  await page.locator('#redeem-dialog input').waitFor();
}

async function failRedeem(page: Page): Promise<void> {
  await openRedeem(page);
  await page.locator('#redeem-dialog input').fill('ABCD-EFGH-JKMN-PQRS');
  await page.locator('#redeem-dialog input').press('Enter');
  await page.locator('#redeem-dialog input').waitFor({ state: 'detached' });
}

async function failOnPage(page: Page): Promise<void> {
  await page.locator('#gift-code').fill('ABCD-EFGH-JKMN-PQRS');
  await page.locator('#gift-code').press('Enter');
  await page.locator('#gift-code').waitFor({ state: 'detached' });
}

/** With an answer in the server's place, because a code works once. */
async function redeemOnPage(page: Page): Promise<void> {
  const msg =
    '500 credits were added to your account.\nThese credits do not expire.\nYour balance: 503 credits.';
  const json: ResponseOf<typeof redeemCode> = { code: 0, msg };
  await page.route('**/api/product/code?*', (route) => route.fulfill({ json }));
  await failOnPage(page);
}

/** Until the loaded content is shown, or the way on without any. */
async function waitForLists(page: Page): Promise<void> {
  await page.locator('main .cards, main .bg-sunken').filter({ visible: true }).first().waitFor();
}

async function cutLists(page: Page): Promise<void> {
  await page.route('**/api/gpts/**', (route) => route.abort());
}

async function waitForAlert(page: Page): Promise<void> {
  await page.locator('main [role="alert"]').first().waitFor();
}

/** To its second step, with an answer in the server's place: a network gets few codes. */
async function requestCode(page: Page): Promise<void> {
  const json: ResponseOf<typeof sendLoginCode> = { resend_seconds: 60, word: false };
  await page.route('**/api/login/email?*', (route) => route.fulfill({ json }));
  await page.locator('main form input[type="email"]').fill('somebody@example.org');
  await page.locator('main form input[type="email"]').press('Enter');
  await page.locator('main form input[inputmode="numeric"]').waitFor();
}

async function openReport(page: Page): Promise<void> {
  await page.locator('[commandfor="report-dialog"]').first().click();
  await page.locator('#report-dialog form, #report-dialog p').first().waitFor();
}

async function openDrawer(page: Page): Promise<void> {
  await page.locator('[commandfor="drawer"][command="show-modal"]').click();
  await page.locator('#drawer').waitFor();
}
