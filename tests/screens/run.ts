import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import type { Language } from '#domain/languages/languages.ts';
import { homePath } from '#domain/gpts/gptPaths.ts';
import { launchChromium } from '../setup/chromium.ts';
import type { Product } from '../setup/product.ts';
import { makeContactSheet, writeFaults } from './contactSheet.ts';
import { type People, invitePeople } from './people.ts';
import type { Screen } from './screens.ts';
import { type Shot, type TakenShot, shotsOf, take } from './shoot.ts';

type Options = {
  folder: string;
  screens: readonly Screen[];
  languages: readonly Language[];
  progress: (line: string) => void;
};

const picturesAtOnce = 2;
const readmePictureBytes = 200_000;

/** Photographs the screens into one contact sheet each. Returns the faults that were found without looking. */
export async function photographScreens(product: Product, options: Options): Promise<string[]> {
  const { folder, screens, languages, progress } = options;
  const browser = await launchChromium();
  try {
    const people = await invitePeople(product);
    const all: TakenShot[] = [];
    for (const screen of screens) {
      await rm(join(folder, screen.name), { recursive: true, force: true });
      const shots = shotsOf(screen, people, languages, folder);
      const taken = await takeAll(browser, product.url, people, shots);
      if (taken.length === 0) continue;
      all.push(...taken);
      progress(await makeContactSheet(browser, folder, taken));
    }
    return await writeFaults(folder, all);
  } finally {
    await browser.close();
  }
}

/** Takes the one picture of the README: home, light, on a desk. */
export async function photographForReadme({ url }: Product, file: string): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
    await page.goto(new URL(homePath('en'), url).href, { waitUntil: 'networkidle' });
    await page.screenshot({ path: file });
  } finally {
    await browser.close();
  }
  const { size } = await stat(file);
  if (size < readmePictureBytes) return;
  throw new Error(`${file} has ${size} bytes; a README should not carry ${readmePictureBytes}`);
}

async function takeAll(
  browser: Browser,
  url: string,
  people: People,
  shots: readonly Shot[],
): Promise<TakenShot[]> {
  const taken: TakenShot[] = [];
  const queue = shots.entries();
  const work = async () => {
    for (const [index, shot] of queue) taken[index] = await take(browser, url, people, shot);
  };
  await Promise.all(Array.from({ length: picturesAtOnce }, work));
  return taken;
}
