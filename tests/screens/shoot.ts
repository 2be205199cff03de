import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { type Language, languageTags } from '#domain/languages/languages.ts';
import type { People } from './people.ts';
import { type Screen, type Who, widths } from './screens.ts';

/** One person's visit of one screen. Both modes are photographed in it, because loading a page takes longest. */
export type Visit = { screen: Screen; language: Language; who: Who; width: number };

export type Shot = Visit & {
  dark: boolean;
  /** The picture’s file. */
  file: string;
  /** Faults that need no eye: overflow, errors, refusals of the policy, a step that did not work. */
  faults: string[];
};

const heights: Readonly<Record<number, number>> = { 360: 740, 768: 1_024, 1280: 800 };
/** Pixels of a whole page that are photographed at most. */
const longest = 1_800;
const stepTimeout = 15_000;

/** All visits of a screen that the present people can make. */
export function planVisits(
  screen: Screen,
  { cookies }: People,
  languages: readonly Language[],
): Visit[] {
  const who = screen.who.filter((one) => cookies.has(one));
  return languages.flatMap((language) =>
    who.flatMap((person) =>
      (screen.widths ?? widths).map((width) => ({ screen, language, who: person, width })),
    ),
  );
}

/** Photographs a visit in light and dark. A step that does not work is a fault, and the pictures show how far it came. */
export async function photograph(
  browser: Browser,
  url: string,
  { cookies, conversations }: People,
  visit: Visit,
  folder: string,
): Promise<Shot[]> {
  const { screen, language, who, width } = visit;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: heights[width] ?? 800 },
    locale: languageTags[language],
    hasTouch: width < 768,
    reducedMotion: 'reduce',
  });
  const faults: string[] = [];
  try {
    await context.addCookies(cookies.get(who) ?? []);
    const page = await context.newPage();
    page.setDefaultTimeout(stepTimeout);
    watchFaults(page, faults);
    const settled = watchRequests(page);
    try {
      await page.goto(screen.path(language, conversations));
      await settled();
      await screen.prepare?.(page);
    } catch (error) {
      faults.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
    }
    await settled();
    faults.push(...(await overflowOf(page)));
    if (screen.whole) await showWhole(page, width);
    const fileOf = (mode: string) => `${language}-${who}-${mode}-${width}.png`;
    const files = [
      join(folder, screen.name, fileOf('light')),
      join(folder, screen.name, fileOf('dark')),
    ];
    await mkdir(join(folder, screen.name), { recursive: true });
    for (const [index, file] of files.entries()) {
      if (index === 1) await turnDark(page);
      await page.screenshot({ path: file, animations: 'disabled' });
    }
    const found = [...new Set(faults)];
    return files.map((file, index) => ({ ...visit, dark: index === 1, file, faults: found }));
  } finally {
    await context.close();
  }
}

/** As when another tab turned the dark mode on: every element of the page follows the same event. */
async function turnDark(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('dark-mode', 'true');
    dispatchEvent(new StorageEvent('storage', { key: 'dark-mode', newValue: 'true' }));
    document.documentElement.classList.add('dark');
  });
}

/** Returns a function that waits until nothing has been asked for a while: code and data may come in turns. */
function watchRequests(page: Page): () => Promise<void> {
  let open = 0;
  page.on('request', () => (open += 1));
  page.on('requestfinished', () => (open -= 1));
  page.on('requestfailed', () => (open -= 1));
  return async () => {
    let quiet = 0;
    for (let looks = 0; quiet < 3 && looks < 50; looks += 1) {
      await page.waitForTimeout(100);
      quiet = open === 0 ? quiet + 1 : 0;
    }
  };
}

function watchFaults(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    const isExpected = /status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !isExpected) faults.push(`console: ${message.text()}`);
  });
}

/** Makes the window as tall as the page: a picture of a whole page beyond the window takes seconds. */
async function showWhole(page: Page, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(height, longest) });
}

/** Elements wider than the window, and texts that are cut off without permission. */
async function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.localName}${element.id && `#${element.id}`}.${[...element.classList].join('.')}`;
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`page is ${scrollWidth} wide in ${clientWidth}`);
    for (const element of document.querySelectorAll('body *')) {
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1 || !element.checkVisibility()) continue;
      const scrolls =
        element.closest('[class*="overflow"], nav, table, pre, .sr-only, .truncate') !== null;
      const isShown = getComputedStyle(element).visibility === 'visible';
      if (isShown && !scrolls && (left < -1 || right > clientWidth + 1)) {
        found.push(`sticks out: ${nameOf(element)}`);
      }
      const { display, textOverflow } = getComputedStyle(element);
      // Words for screen readers only, and those that say themselves that they are cut.
      const holdsCut = element.querySelector('[class*="sr-only"], .truncate') !== null;
      const mayCut = display === 'inline' || textOverflow === 'ellipsis' || holdsCut || !isShown;
      const isControl = element.matches('a, button, h1, h2, th, label, input');
      const content = document.createRange();
      content.selectNodeContents(element);
      if (isControl && !mayCut && content.getBoundingClientRect().width > width + 1) {
        found.push(`cut: ${nameOf(element)}`);
      }
    }
    return found.slice(0, 8);
  });
}
