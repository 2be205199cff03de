import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import type { Page, Request } from 'playwright';
import type { Language } from '#domain/languages/languages.ts';
import { findOverflow } from './findOverflow.ts';
import type { OpenedPage, Opener } from './openPage.ts';
import type { People } from './people.ts';
import { type Screen, type Who, firstMouseWidth, widths } from './screens.ts';

/** One load of one screen by one person. It is photographed at all `widths`, light and dark, because loading takes longest. */
export type Visit = { screen: Screen; language: Language; who: Who; widths: readonly number[] };

export type Shot = Omit<Visit, 'widths'> & {
  width: number;
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
/** A page is quiet if no request was open at this many looks in a row. */
const quietLooks = 5;
const mostLooks = 100;
const lookMilliseconds = 50;
const longestBusy = 1_000;

/** All visits of a screen that the present people can make. */
export function planVisits(
  screen: Screen,
  { cookies }: People,
  languages: readonly Language[],
): Visit[] {
  const who = screen.who.filter((one) => cookies.has(one));
  return languages.flatMap((language) =>
    who.flatMap((person) =>
      groupWidths(screen).map((group) => ({ screen, language, who: person, widths: group })),
    ),
  );
}

/** Photographs a visit in light and dark. A step that does not work is a fault, and the pictures show how far it came. */
export async function photograph(
  opener: Opener,
  { cookies, conversations }: People,
  visit: Visit,
  folder: string,
): Promise<Shot[]> {
  const { screen, language, who } = visit;
  const opened = await opener.open(language, cookies.get(who) ?? []);
  const { page } = opened;
  const faults: string[] = [];
  try {
    page.setDefaultTimeout(stepTimeout);
    watchFaults(page, faults);
    const settled = watchRequests(page, faults);
    // From wide to narrow, so that pictures of the widest page have loaded before it is photographed.
    const [widest = 0, ...narrower] = visit.widths.toSorted((one, other) => other - one);
    await setWindow(opened, widest);
    try {
      await screen.intercept?.(page);
      await page.goto(screen.path(language, conversations));
      await settled();
      if (screen.prepare) {
        await screen.prepare(page);
        await settled();
      }
    } catch (error) {
      faults.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
      await settled();
    }
    await mkdir(join(folder, screen.name), { recursive: true });
    const shots = await photographWidth(opened, visit, widest, folder);
    for (const width of narrower) {
      await setWindow(opened, width);
      await settled();
      shots.unshift(...(await photographWidth(opened, visit, width, folder)));
    }
    const found = [...new Set(faults)];
    return shots.map((shot) => ({ ...shot, faults: [...found, ...shot.faults] }));
  } finally {
    await page.close();
  }
}

/** Returns the widths of each load: all of a static page; else those of a finger, and those of a mouse. */
function groupWidths(screen: Screen): (readonly number[])[] {
  const all = screen.widths ?? widths;
  return screen.isStatic ? [all] : [...Map.groupBy(all, hasTouch).values()];
}

function hasTouch(width: number): boolean {
  return width < firstMouseWidth;
}

async function setWindow({ page, setTouch }: OpenedPage, width: number): Promise<void> {
  await setTouch(hasTouch(width));
  await page.setViewportSize({ width, height: heights[width] ?? 800 });
}

async function photographWidth(
  opened: OpenedPage,
  { screen, language, who }: Visit,
  width: number,
  folder: string,
): Promise<Shot[]> {
  const { page } = opened;
  const faults = await findOverflow(page);
  if (screen.whole) await showWhole(page, width);
  const shots: Shot[] = [];
  for (const dark of [false, true]) {
    const mode = dark ? 'dark' : 'light';
    const file = join(folder, screen.name, `${language}-${who}-${mode}-${width}.png`);
    await setDark(page, dark);
    const missing = await takePicture(opened, file, width);
    shots.push({ screen, language, who, width, dark, file, faults: [...faults, ...missing] });
  }
  await setDark(page, false);
  return shots;
}

/** Takes a picture. Returns a fault when the browser takes none; then it is empty, and the other screens go on. */
async function takePicture(
  { takeScreenshot }: OpenedPage,
  file: string,
  width: number,
): Promise<string[]> {
  try {
    await writeFile(file, await takeScreenshot());
    return [];
  } catch (error) {
    const size = { width, height: heights[width] ?? 800 };
    await sharp({ create: { ...size, channels: 3, background: '#888' } }).toFile(file);
    return [`no picture: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`];
  }
}

/** As when another tab switched the dark mode: every element of the page follows the same event. */
async function setDark(page: Page, dark: boolean): Promise<void> {
  await page.evaluate((isDark) => {
    const { classList } = document.documentElement;
    if (classList.contains('dark') === isDark) return;
    localStorage.setItem('dark-mode', String(isDark));
    dispatchEvent(new StorageEvent('storage', { key: 'dark-mode', newValue: String(isDark) }));
    classList.toggle('dark', isDark);
  }, dark);
}

/**
 * Returns a function that waits until nothing has been asked for a while: code and data may come in turns. A page that
 * never gets quiet is a fault.
 */
function watchRequests(page: Page, faults: string[]): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    // Requests of the page before.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    // Streams of events stay open, as long as the page does.
    if (request.resourceType() !== 'eventsource') open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    let quiet = 0;
    for (let looks = 0; quiet < quietLooks; looks += 1) {
      if (looks === mostLooks) {
        faults.push(`never quiet: ${[...open].map((request) => request.url()).join(' ')}`);
        return;
      }
      await setTimeout(lookMilliseconds);
      await untilIdle(page);
      quiet = open.size === 0 ? quiet + 1 : 0;
    }
  };
}

/** Waits for the page to run what it received, which takes long beside other pages. A navigation ends the wait. */
async function untilIdle(page: Page): Promise<void> {
  const idle = page.evaluate((timeout) => {
    return new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout }));
  }, longestBusy);
  await Promise.race([idle.catch(() => undefined), setTimeout(longestBusy)]);
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
