import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import type { Shot } from './shoot.ts';

/** How large pictures are shown on the sheet. */
const scale = 0.45;
const gap = 12;
/** Heights of a row's title and of a picture's caption. */
const titleHeight = 32;
const captionHeight = 20;

type Picture = Pick<OverlayOptions, 'input' | 'raw'> & { width: number; height: number };
/** A part of the sheet, with its place. */
type Layer = OverlayOptions & { top: number; left: number };

/** Puts all pictures of a screen on one sheet, a row for each language and person. Returns its file. */
export async function makeContactSheet(folder: string, shots: readonly Shot[]): Promise<string> {
  const name = shots[0]?.screen.name ?? '';
  const file = join(folder, `${name}.png`);
  const rows = Map.groupBy(shots, ({ language, who }) => `${language} · ${who}`);
  const pictures: Layer[] = [];
  const texts = [textAt(gap, titleHeight - gap, name, 20)];
  let [sheetWidth, top] = [0, titleHeight];
  for (const [title, row] of rows) {
    texts.push(textAt(gap, top + titleHeight - gap, title, 16));
    top += titleHeight + captionHeight;
    let [left, rowHeight] = [gap, 0];
    for (const shot of row) {
      const { width, height, ...input } = await shrink(shot);
      texts.push(captionAt(left, top - 6, shot));
      pictures.push({ ...input, top, left });
      left += width + gap;
      rowHeight = Math.max(rowHeight, height);
    }
    sheetWidth = Math.max(sheetWidth, left);
    top += rowHeight + gap;
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sheetWidth}" height="${top}" font-family="sans-serif">${texts.join('')}</svg>`;
  const background = { width: sheetWidth, height: top, channels: 3, background: '#888' } as const;
  await sharp({ create: background })
    .composite([...pictures, { input: Buffer.from(svg), top: 0, left: 0 }])
    .png()
    .toFile(file);
  return file;
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

async function shrink(shot: Shot): Promise<Picture> {
  const width = Math.round(shot.width * scale);
  const { data, info } = await sharp(shot.file)
    .resize({ width })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { height, channels } = info;
  return { input: data, raw: { width, height, channels }, width, height };
}

function captionAt(left: number, top: number, { width, dark, faults }: Shot): string {
  const caption = `${width} ${dark ? 'dark' : 'light'}`;
  if (faults.length === 0) return textAt(left, top, caption, 14);
  return textAt(left, top, `${caption} ⚠ ${faults.length}`, 14, '#ff0');
}

function textAt(x: number, y: number, text: string, size: number, colour = '#fff'): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}">${text}</text>`;
}
