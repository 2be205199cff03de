import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { type Language, languageTags } from '#domain/languages/languages.ts';
import type { People } from './people.ts';
import { type Screen, type Who, widths } from './screens.ts';

export type Shot = {
  screen: Screen;
  language: Language;
  who: Who;
  width: number;
  dark: boolean;
  /** The picture’s file. */
  file: string;
};

export type TakenShot = Shot & {
  /** Faults that need no eye: overflow, errors, refusals of the policy, a step that did not work. */
  faults: string[];
};

const heights: Readonly<Record<number, number>> = { 360: 740, 768: 1_024, 1280: 800 };
/** Pixels of a whole page that are photographed at most. */
const longest = 1_800;
const stepTimeout = 15_000;

/** All pictures of a screen that the present people can take. */
export function shotsOf(
  screen: Screen,
  { cookies }: People,
  languages: readonly Language[],
  folder: string,
): Shot[] {
  const who = screen.who.filter((one) => cookies.has(one));
  return languages.flatMap((language) =>
    who.flatMap((person) =>
      [false, true].flatMap((dark) =>
        (screen.widths ?? widths).map((width) => {
          const name = `${language}-${person}-${dark ? 'dark' : 'light'}-${width}.png`;
          const file = join(folder, screen.name, name);
          return { screen, language, who: person, width, dark, file };
        }),
      ),
    ),
  );
}

/** Takes one picture in a fresh context. A step that does not work is a fault, and the picture shows how far it came. */
export async function take(
  browser: Browser,
  url: string,
  { cookies, conversations }: People,
  shot: Shot,
): Promise<TakenShot> {
  const { screen, language, who, width, dark, file } = shot;
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
    await context.addInitScript((mode) => localStorage.setItem('dark-mode', mode), String(dark));
    const page = await context.newPage();
    page.setDefaultTimeout(stepTimeout);
    watchFaults(page, faults);
    const settled = watchRequests(page);
    try {
      await page.goto(screen.path(language, conversations), { waitUntil: 'networkidle' });
      await screen.prepare?.(page);
    } catch (error) {
      faults.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
    }
    await settled();
    faults.push(...(await overflowOf(page)));
    await mkdir(join(file, '..'), { recursive: true });
    await page.screenshot({ path: file, animations: 'disabled', ...(await areaOf(page, screen)) });
  } finally {
    await context.close();
  }
  return { ...shot, faults: [...new Set(faults)] };
}

/** Returns a function that waits until nothing has been asked for a while: code and data may come in turns. */
function watchRequests(page: Page): () => Promise<void> {
  let open = 0;
  page.on('request', () => (open += 1));
  page.on('requestfinished', () => (open -= 1));
  page.on('requestfailed', () => (open -= 1));
  return async () => {
    let quiet = 0;
    for (let looks = 0; quiet < 4 && looks < 50; looks += 1) {
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

async function areaOf(page: Page, { whole }: Screen): Promise<object> {
  if (!whole) return {};
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
  }));
  return { fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, longest) } };
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
