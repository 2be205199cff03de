import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '#domain/languages/languages.ts';
import { homePath } from '#domain/gpts/gptPaths.ts';
import { launchChromium } from '../setup/chromium.ts';
import type { Product } from '../setup/product.ts';
import { unpackFonts } from './fonts.ts';
import { makeContactSheet, writeFaults } from './contactSheet.ts';
import { invitePeople } from './people.ts';
import type { Screen } from './screens.ts';
import { type Shot, type Visit, photograph, planVisits } from './shoot.ts';

type Options = {
  folder: string;
  screens: readonly Screen[];
  languages: readonly Language[];
  progress: (line: string) => void;
};

/** More than there are processors, because a visit mostly waits. */
const visitsAtOnce = 4;
const readmePictureBytes = 200_000;

/** Photographs the screens into one contact sheet each. Returns the faults that were found without looking. */
export async function photographScreens(product: Product, options: Options): Promise<string[]> {
  const { folder, screens, languages, progress } = options;
  const browser = await launchChromium(await unpackFonts(join(folder, 'fonts')));
  try {
    const people = await invitePeople(product);
    const all: Shot[] = [];
    for (const screen of screens) {
      await rm(join(folder, screen.name), { recursive: true, force: true });
      const visits = planVisits(screen, people, languages);
      const shots = await photographAll(visits, (visit) =>
        photograph(browser, product.url, people, visit, folder),
      );
      if (shots.length === 0) continue;
      all.push(...shots);
      progress(await makeContactSheet(browser, folder, shots));
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

async function photographAll(
  visits: readonly Visit[],
  photographOne: (visit: Visit) => Promise<Shot[]>,
): Promise<Shot[]> {
  const taken: Shot[][] = [];
  const queue = visits.entries();
  const work = async () => {
    for (const [index, visit] of queue) taken[index] = await photographOne(visit);
  };
  await Promise.all(Array.from({ length: visitsAtOnce }, work));
  return taken.flat();
}
