import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltSite, openBuiltSite } from '../setup/builtSite.ts';
import { checkedLanguages } from '../setup/checkedLanguages.ts';
import { launchChromium } from '../setup/chromium.ts';
import { siteOrigin } from '../fixtures/siteOrigin.ts';

let site: BuiltSite;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  site = await openBuiltSite();
  browser = await launchChromium();
  page = await browser.newPage();
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    const known = site.pages.find(({ path }) => path === pathname);
    return known
      ? route.fulfill({ body: known.html, contentType: 'text/html; charset=utf-8' })
      : route.abort();
  });
});

afterAll(() => browser.close());

/** One page of each kind, and every page of a GPT, a tag or an author that is hard to set. */
function chosenPages(): string[] {
  const ofLanguage = site.pages.filter(({ path, layout }) => {
    return path.startsWith('/en/') && layout !== 'verbatim';
  });
  const kinds = Map.groupBy(ofLanguage, ({ path }) => {
    const [section, ...rest] = path.split('/').slice(2);
    return [section, ...rest.map((segment) => (segment === 'page' ? segment : '*'))].join('/');
  });
  const nasty = /\/gpts\/nasty|author_name|far-?away|tagtag|tag%E3%80%80|\/www/i;
  const odd = ofLanguage.filter(({ path }) => nasty.test(path));
  const paths = [...[...kinds.values()].map(([first]) => first), ...odd].map((one) => one?.path);
  return ['/en', ...new Set(paths.filter((path) => path !== undefined))];
}

async function open(path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 740 });
  await page.goto(siteOrigin + path, { waitUntil: 'commit' });
  await page.waitForLoadState('domcontentloaded');
}

/**
 * Elements wider than the window, except those that scroll within themselves or are cut on purpose. The end of a line
 * of wide spaces is invisible.
 */
function wideParts(): Promise<string[]> {
  return page.evaluate(() => {
    const holds = (box: Element) => getComputedStyle(box).overflowX !== 'visible';
    const isHeld = (element: Element): boolean => {
      for (let up = element.parentElement; up && up.id !== 'content'; up = up.parentElement) {
        if (up !== document.body && up !== document.documentElement && holds(up)) return true;
      }
      return false;
    };
    const isBlank = (element: Element) =>
      getComputedStyle(element).display === 'inline' && /\u3000/.test(element.textContent);
    const names = [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const isWide = width > 0 && (right > innerWidth + 1 || left < -1);
        const isSeen = () => element.checkVisibility({ visibilityProperty: true });
        return isWide && isSeen() && !isHeld(element) && !isBlank(element);
      })
      .map((element) => `${element.tagName} ${element.getAttribute('class') ?? ''}`);
    const { scrollWidth } = document.documentElement;
    return scrollWidth > innerWidth ? [`the page: ${scrollWidth}`, ...names] : names;
  });
}

/** Headings with nothing below them, and links within the page that lead to nothing. */
function emptyParts(): Promise<string[]> {
  return page.evaluate(() => {
    const holder = 'section, article, aside, dialog, li, main';
    const headings = [...document.querySelectorAll('main :is(h2, h3)')].filter((heading) => {
      const text = heading.closest(holder)?.textContent ?? '';
      return heading.checkVisibility() && text.replace(heading.textContent, '').trim() === '';
    });
    const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="#"]')].filter(
      ({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))) === null,
    );
    return [...headings.map(({ textContent }) => textContent), ...links.map(({ hash }) => hash)];
  });
}

describe('pages of every kind, with any texts of authors', () => {
  it('are no wider than a phone, and have content below each heading', async () => {
    const paths = chosenPages();
    expect(paths.length).toBeGreaterThan(40);
    const wrong: Record<string, string[]> = {};
    for (const path of paths) {
      await open(path, 360);
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll('details')) fold.open = true;
      });
      const parts = [...(await wideParts()), ...(await emptyParts())];
      if (parts.length > 0) wrong[path] = parts;
    }
    expect(wrong).toEqual({});
  });
});

describe('the home page with rising GPTs', () => {
  it.each(checkedLanguages)('lets only the strip scroll in %s', async (language) => {
    await open(`/${language}`, 320);
    const strip = page.locator('[aria-labelledby="rising"] .strip');
    expect(await strip.count()).toBe(1);
    for (const width of [320, 360, 768, 800, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      // Absolutely placed children belong to the strip, or they would stay at their place when it scrolls.
      const escaped = await strip.evaluate((list) =>
        [...list.querySelectorAll<HTMLElement>('.sr-only')]
          .filter((one) => one.checkVisibility() && !list.contains(one.offsetParent))
          .map(({ textContent }) => textContent),
      );
      expect([width, ...(await wideParts()), ...escaped]).toEqual([width]);
    }
  });
});

describe('the first screen of the home page', () => {
  it.each([
    [1280, 800, 2],
    [360, 740, 1],
  ])('shows search, categories and rows of GPTs at %i × %i', async (width, height, rows) => {
    for (const language of checkedLanguages) {
      await open(`/${language}`, width);
      await page.setViewportSize({ width, height });
      const seen = await page.evaluate(() => {
        const isSeen = (element: Element | null) =>
          element !== null && element.getBoundingClientRect().bottom <= innerHeight;
        const shown = [...document.querySelectorAll('main section')];
        return {
          search: isSeen(document.querySelector('search-box')),
          categories: isSeen(document.querySelector('main nav')),
          rows: shown.filter((row) => isSeen(row.querySelector('.tile'))).length,
        };
      });
      expect(seen, language).toMatchObject({ search: true, categories: true });
      expect(seen.rows, language).toBeGreaterThanOrEqual(rows);
    }
  });
});

describe('the top bar', () => {
  it.each(checkedLanguages)(
    'has room for all its buttons from 768 px on in %s',
    async (language) => {
      await open(`/${language}/pricing`, 768);
      for (const isUser of [false, true]) {
        await page.evaluate(
          (is) => document.documentElement.classList.toggle('signed-in', is),
          isUser,
        );
        for (const width of [768, 769, 800, 900, 1024, 1100]) {
          await page.setViewportSize({ width, height: 740 });
          const cut = await page.locator('.bar').evaluate((bar) => {
            const menu = bar.querySelector('nav');
            const ends = [...bar.querySelectorAll('a, button')]
              .filter((one) => one.checkVisibility())
              .map((one) => one.getBoundingClientRect().right);
            return {
              end: Math.max(...ends) > innerWidth - 8,
              menu: (menu?.scrollWidth ?? 0) > (menu?.clientWidth ?? 0),
            };
          });
          expect({ width, isUser, ...cut }).toEqual({ width, isUser, end: false, menu: false });
        }
      }
    },
  );
});

describe('names that read from right to left', () => {
  it('begin at the right end of their own block, next to those that do not', async () => {
    const starts = async (path: string, selector: string) => {
      await open(path, 1280);
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll('details')) fold.open = true;
      });
      return page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          const text = range.getBoundingClientRect();
          const box = element.closest('h1, h2, h3, .row a, .card-by, dd')?.getBoundingClientRect();
          return [
            Math.round(text.left - (box?.left ?? 0)),
            Math.round((box?.right ?? 0) - text.right),
          ];
        });
    };
    for (const id of ['nasty-rtl', 'nasty-foreign']) {
      const [left = 0, right] = await starts(`/en/gpts/${id}`, 'h1');
      expect(left).toBeGreaterThan(40);
      expect(right).toBe(0);
      const isListed = ({ path, html }: (typeof site.pages)[number]) =>
        path.startsWith('/en/by/name') && html.includes(`href="/en/gpts/${id}"`);
      for (const [path, selector] of [
        [site.pages.find(isListed)?.path ?? '', `.card a[href="/en/gpts/${id}"]`],
        ['/en/ranking/all', `.row a[href="/en/gpts/${id}"]`],
      ] as const) {
        const [space = 0, end] = await starts(path, selector);
        // In a ranking the link is as wide as the name.
        const isOwnWidth = selector.startsWith('.row');
        expect([path, id, isOwnWidth || space > 10, end]).toEqual([path, id, true, 0]);
      }
    }
    const [left] = await starts('/en/gpts/nasty-lines', 'h1');
    expect(left).toBe(0);
    // The author among the facts.
    const author = '.facts dd:has([href*="/authors/"])';
    const [space = 0, end] = await starts('/en/gpts/nasty-foreign', author);
    expect([space > 10, end]).toEqual([true, 0]);
    const [start, rest = 0] = await starts('/en/gpts/nasty-bold', author);
    expect([start, rest > 10]).toEqual([0, true]);
  });
});
