import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import type { Shot } from './shoot.ts';

/** How large pictures are shown on the sheet. */
const scale = 0.45;

/** Puts all pictures of a screen on one sheet, a row for each language and person. Returns its file. */
export async function makeContactSheet(
  browser: Browser,
  folder: string,
  shots: readonly Shot[],
): Promise<string> {
  const name = shots[0]?.screen.name ?? '';
  const file = join(folder, `${name}.png`);
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  try {
    await page.setContent(await sheetOf(name, shots));
    await page.locator('img').last().waitFor();
    await page.locator('main').screenshot({ path: file });
    return file;
  } finally {
    await page.close();
  }
}

/** All recorded faults, as a text next to the sheets. */
export async function writeFaults(folder: string, shots: readonly Shot[]): Promise<string[]> {
  const lines = shots.flatMap(({ faults, screen, language, who, width, dark }) =>
    faults.map((fault) => {
      const place = `${screen.name} ${language} ${who} ${width} ${dark ? 'dark' : 'light'}`;
      return `${place}: ${fault}`;
    }),
  );
  await writeFile(join(folder, 'faults.txt'), lines.map((line) => `${line}\n`).join(''));
  return lines;
}

async function sheetOf(name: string, shots: readonly Shot[]): Promise<string> {
  const rows = Map.groupBy(shots, ({ language, who }) => `${language} · ${who}`);
  const figures = await Promise.all(
    [...rows].map(async ([title, row]) => {
      const pictures = await Promise.all(row.map(figureOf));
      return `<h2>${title}</h2><div>${pictures.join('')}</div>`;
    }),
  );
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; font: 14px sans-serif; background: #888; }
    main { display: inline-block; padding: 12px; }
    h1, h2 { margin: 8px 0; color: #fff; }
    div { display: flex; gap: 12px; align-items: flex-start; }
    figure { margin: 0; }
    figcaption { color: #fff; padding: 2px 0; }
    .fault { color: #ff0; max-width: 600px; }
  </style><main><h1>${name}</h1>${figures.join('')}</main>`;
}

async function figureOf({ file, width, dark, faults }: Shot): Promise<string> {
  const data = (await readFile(file)).toString('base64');
  const caption = `${width} ${dark ? 'dark' : 'light'}`;
  const fault =
    faults.length === 0 ? '' : `<figcaption class="fault">⚠ ${faults.length}</figcaption>`;
  return (
    `<figure><figcaption>${caption}</figcaption>${fault}` +
    `<img width="${Math.round(width * scale)}" src="data:image/png;base64,${data}"></figure>`
  );
}
