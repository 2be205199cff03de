import type { Page } from '@playwright/test';
import { holdScripts } from './network.ts';
import { expect, test } from './fixtures.ts';
import { shiftsOf, watchShifts } from './shifts.ts';

const items: [name: string, target: string][] = [
  ['GPTs', '/en'],
  ['AI Search', '/en/chat/search'],
  ['Claude3', '/en/chat/claude/claude-3-opus'],
  ['OpenAI', '/en/chat/openai/gpt-4o-mini'],
  ['Llama', '/en/chat/llama/llama-3.1-8b-instant'],
  ['Luma', '/en/chat/art/luma-video'],
  ['Ranking', '/en/ranking/all'],
  ['Pricing', '/en/pricing'],
];
const sitePages = [
  '/en',
  '/en/gpts/regex-workbench',
  '/en/ranking/all',
  '/en/pricing',
  '/en/search?query=a',
];
const transparent = 'rgba(0, 0, 0, 0)';

test.describe('the top bar', () => {
  test('leads to eight places, offers Sign to visitors, and takes its active style past 50 px', async ({
    site,
  }) => {
    await site.open();
    expect(await site.linksOf(site.menu)).toEqual(items);
    await expect(site.sign).toBeVisible();
    await expect(site.saved).toBeHidden();
    await expect(site.account).toBeHidden();
    await site.scrollTo(50);
    await expect(site.bar).toHaveCSS('border-bottom-color', transparent);
    await site.scrollTo(51);
    await expect(site.bar).not.toHaveCSS('border-bottom-color', transparent);
    await expect(site.bar).toBeInViewport({ ratio: 1 });
    await site.scrollTo(0);
    await expect(site.bar).toHaveCSS('border-bottom-color', transparent);
  });

  test('shows users a star that leads to saved GPTs, and the avatar', async ({ site, signIn }) => {
    const { email } = await signIn();
    await site.open();
    await expect(site.saved).toBeVisible();
    await expect(site.saved).toHaveAttribute('href', '/en/saved');
    await expect(site.sign).toBeHidden();
    await site.openAccount();
    await expect(site.accountMenu.getByText(`Signed in as ${email}`)).toBeVisible();
    await expect(site.accountMenu.getByText('Credits', { exact: true })).toBeVisible();
    await expect(site.accountMenu.getByText('3', { exact: true })).toBeVisible();
    await expect(site.accountMenu.getByRole('link', { name: 'Saved' })).toBeHidden();
  });
});

test.describe('the banner', () => {
  test('hides while the page is scrolled, and is gone once dismissed', async ({ site, page }) => {
    await watchShifts(page);
    // After the end of the promotion (`lastingPromotion.ts`), which is announced because the sandbox makes plans buyable.
    await page.clock.setFixedTime('3000-01-01T00:00:00Z');
    await site.open();
    await expect(site.banner).toBeHidden();
    await page.clock.setFixedTime(new Date());
    const texts = await watchBanner(page);
    await site.open();
    await expect(site.banner).toBeVisible();
    await expect(site.banner.getByRole('link')).toHaveText(/38% off/);
    await page.mouse.move(300, 300);
    await page.mouse.move(320, 300);
    await page.waitForLoadState('networkidle');
    expect(await texts()).toHaveLength(1);
    await site.scrollTo(400);
    await expect(site.banner).toBeHidden();
    await site.scrollTo(0);
    await expect(site.banner).toBeVisible();
    expect(await shiftsOf(page)).toEqual([]);

    await site.dismiss.click();
    await expect(site.banner).toBeHidden();
    await page.reload();
    await expect(site.banner).toBeHidden();
    await site.open('/en/pricing');
    await expect(site.banner).toBeHidden();
    expect(await shiftsOf(page)).toEqual([]);
  });

  test('shifts nothing for a signed-in user @both @long', async ({ site, page, signIn }) => {
    await signIn();
    await watchShifts(page);
    const menus = page.waitForResponse(/rank\/monthly/);
    await site.open();
    await menus;
    await expect(site.account).toBeVisible();
    expect(await shiftsOf(page)).toEqual([]);
  });
});

test.describe('the drawer', () => {
  test('holds the same items, privacy and the addresses of the operator, and leads users to the ranking of the first week @phone', async ({
    site,
    page,
    signIn,
  }) => {
    await site.open();
    await expect(site.menu).toBeHidden();
    await site.openDrawer.click();
    const menu = site.drawer.getByRole('navigation');
    const expected = items.map(([name, target]) => {
      return [name, name === 'Ranking' ? '/en/ranking/weekly' : target];
    });
    expect(await site.linksOf(menu)).toEqual(expected);
    const targets = (await site.linksOf(site.drawer)).map(([, target]) => target);
    expect(targets.slice(items.length)).toEqual([
      '/en/collections',
      '/en/help',
      '/en/blog',
      '/en/share',
      '/en/terms',
      '/en/refunds',
      '/en/privacy',
      '/en/contact',
      'https://community.example.org/',
      '/QQ.jpg',
      'https://social.example.org/dolores',
    ]);
    const { x } = (await site.drawer.boundingBox()) ?? {};
    expect(x).toBe(0);
    await page.keyboard.press('Escape');
    await expect(site.drawer).toBeHidden();
    await expect(site.openDrawer).toBeFocused();

    await signIn();
    const answer = page.waitForResponse(/rank\/weekly/);
    await site.open();
    const weeks = (await (await answer).json()) as { time_menu: { value: string }[] };
    await site.openDrawer.click();
    const ranking = site.drawer.getByRole('link', { name: 'Ranking' });
    await expect(ranking).toHaveAttribute(
      'href',
      `/en/ranking/weekly/${weeks.time_menu[0]?.value}`,
    );
  });
});

test.describe('the language menu', () => {
  test('lists eight languages in their order, rewrites the first segment, keeps query and hash, and stores the choice', async ({
    site,
    page,
    context,
  }) => {
    await site.open('/en/pricing?utm_source=test#packs');
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await site.openLanguages();
    const names = (await site.linksOf(site.languages)).map(([name]) => name);
    expect(names).toEqual([
      'English',
      '简体中文',
      '繁體中文',
      '日本語',
      '한국어',
      'Deutsch',
      'Français',
      'Tiếng Việt',
    ]);
    const targets = (await site.linksOf(site.languages)).map(([, target]) => target);
    const segments = ['en', 'zh', 'zh_TW', 'ja', 'ko', 'de', 'fr', 'vi'];
    expect(targets).toEqual(segments.map((segment) => `/${segment}/pricing`));
    await site.languages.getByRole('link', { name: '繁體中文' }).click();
    await expect(page).toHaveURL('/zh_TW/pricing?utm_source=test#packs');
    await expect.poll(() => page.evaluate('globalThis.isSamePage')).toBeUndefined();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant');
    const cookies = await context.cookies();
    expect(cookies.find(({ name }) => name === 'lang')?.value).toBe('zh_TW');
    expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('zh_TW');
    await site.open('/pricing?utm_source=test');
    await expect(page).toHaveURL('/zh_TW/pricing?utm_source=test');
  });
});

test.describe('the display mode', () => {
  test('is light until chosen, for any system setting; is kept under dark-mode and applied before the page is painted', async ({
    site,
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        observer.disconnect();
        const dark = document.documentElement.classList.contains('dark');
        Object.assign(globalThis, { darkWithBody: dark });
      }).observe(document, { childList: true, subtree: true });
    });
    await site.open();
    await expect(page.locator('html')).not.toHaveClass(/dark/);
    const light = await backgroundOf(page);
    await site.theme.click();
    await expect(site.theme).toHaveAttribute('aria-pressed', 'true');
    expect(await page.evaluate(() => localStorage.getItem('dark-mode'))).toBe('true');
    // A visitor is led on from there, perhaps while the page is asked.
    await site.open('/en/chat/settings');
    await expect.poll(() => page.evaluate('darkWithBody').catch(() => undefined)).toBe(true);
    await page.waitForURL('**/login?*');
    await site.open('/en/pricing');
    expect(await page.evaluate('darkWithBody')).toBe(true);
    expect(await backgroundOf(page)).not.toBe(light);
    await site.theme.click();
    expect(await page.evaluate(() => localStorage.getItem('dark-mode'))).toBe('false');
    expect(await backgroundOf(page)).toBe(light);
  });
});

test.describe('a page of the site', () => {
  test('requests nothing from the API for a visitor, and loads no script before an interaction', async ({
    site,
    page,
    requests,
  }) => {
    for (const path of sitePages) {
      await site.open(path);
      await page.waitForLoadState('networkidle');
    }
    expect(requests.filter((request) => /\.js$| \/api/.test(request))).toEqual([]);
    await page.mouse.move(200, 200);
    await page.mouse.wheel(0, 300);
    await page.waitForLoadState('networkidle');
    expect(requests.filter((request) => request.includes(' /api'))).toEqual([]);
  });

  test('opens the avatar menu with the first click, a centred spinner in it until its content is there', async ({
    site,
    page,
    signIn,
  }) => {
    await signIn();
    await site.open('/en/gpts/regex-workbench');
    const release = await holdScripts(page);
    await site.account.click();
    const spinner = site.accountMenu.getByRole('status');
    await expect(spinner).toHaveText('Loading...');
    const [outer, inner] = [await site.accountMenu.boundingBox(), await spinner.boundingBox()];
    const middleOf = (box: typeof outer) => (box?.x ?? 0) + (box?.width ?? 0) / 2;
    expect(Math.abs(middleOf(outer) - middleOf(inner))).toBeLessThan(2);
    release();
    await expect(site.accountMenu.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await expect(spinner).toHaveCount(0);
  });
});

function backgroundOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

/** Records the texts of the banner from its first paint on. Returns a function that reads them. */
async function watchBanner(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const texts = new Set<string>();
    Object.assign(globalThis, { bannerTexts: texts });
    const record = (): void => {
      const text = document.querySelector('site-banner a')?.textContent?.trim();
      if (text) texts.add(text);
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  });
  return () => page.evaluate(() => [...(globalThis as { bannerTexts?: Set<string> }).bannerTexts!]);
}
