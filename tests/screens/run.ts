import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '#domain/languages/languages.ts';
import { homePath } from '#domain/gpts/gptPaths.ts';
import { findHeadlessBrowser } from '../../scripts/bootstrap/browser.mjs';
import { launchChromium } from '../setup/chromium.ts';
import type { Product } from '../setup/product.ts';
import { unpackFonts } from './fonts.ts';
import { makeContactSheet, writeFaults } from './contactSheet.ts';
import { createOpener } from './openPage.ts';
import { invitePeople } from './people.ts';
import type { Screen } from './screens.ts';
import { type Shot, type Visit, photograph, planVisits } from './shoot.ts';

type Options = {
  folder: string;
  screens: readonly Screen[];
  languages: readonly Language[];
  progress: (line: string) => void;
};

/** More than there are processors, because a visit often waits: with 4, two processors idle for a tenth of the time. */
const visitsAtOnce = 7;
const readmePictureBytes = 200_000;

/** Photographs the screens into one contact sheet each. Returns the faults that were found without looking. */
export async function photographScreens(product: Product, options: Options): Promise<string[]> {
  const { folder, screens, languages, progress } = options;
  const variables = await unpackFonts(join(folder, 'fonts'));
  const browser = await launchChromium({ variables, find: findHeadlessBrowser });
  try {
    const people = await invitePeople(product);
    for (const { name } of screens) await rm(join(folder, name), { recursive: true, force: true });
    const sheets = screens.map((screen) => planVisits(screen, people, languages).map(unvisited));
    // Not a queue for each sheet, so that no worker waits for the last visit of a sheet.
    const entries = sheets.flatMap((sheet) => sheet.map((entry) => ({ sheet, entry })));
    const alone = entries.filter(({ entry }) => entry.visit.screen.isAlone).values();
    const others = entries.filter(({ entry }) => !entry.visit.screen.isAlone).values();
    const work = async (queue: typeof others) => {
      const opener = createOpener(browser, product.url);
      for (const { sheet, entry } of queue) {
        entry.shots = await photograph(opener, people, entry.visit, folder);
        const shots = sheet.map((each) => each.shots);
        if (isComplete(shots)) progress(await makeContactSheet(folder, shots.flat()));
      }
    };
    await Promise.all([
      work(alone),
      ...Array.from({ length: visitsAtOnce - 1 }, () => work(others)),
    ]);
    return await writeFaults(
      folder,
      sheets.flat().flatMap(({ shots }) => shots ?? []),
    );
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

function unvisited(visit: Visit): { visit: Visit; shots: Shot[] | undefined } {
  return { visit, shots: undefined };
}

function isComplete(shots: readonly (Shot[] | undefined)[]): shots is Shot[][] {
  return shots.every((each) => each !== undefined);
}
