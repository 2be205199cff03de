import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create } from 'fontkitten';
import { memoise } from '#catalog/memoise.ts';
import { parseTrusted } from '#domain/json.ts';

/** A font family from an npm package. All have variable weight and are split into files by characters. */
export type FontFamily = {
  name: string;
  files: readonly FontFile[];
};

/** A file of a family. It is read when a text needs one of its characters. */
export type FontFile = {
  family: string;
  path: string;
  /** The characters of the file according to its package, and those of earlier files, which take precedence. */
  ranges: readonly CharacterRange[];
  earlier: readonly CharacterRange[];
  /** Whether it is one of many numbered files of the family. */
  isNumbered: boolean;
};

/** The first and the last code point. */
export type CharacterRange = [number, number];

const resolve = createRequire(import.meta.url).resolve;

/**
 * Returns a family from a package, such as `noto-sans-thai`. `subsets` selects files, because fonts of a script also
 * have Latin letters. Without it, all numbered files are used.
 */
export function fontFamily(source: string, subsets?: readonly string[], name = source): FontFamily {
  const folder = dirname(resolve(`@fontsource-variable/${source}/package.json`));
  const unicode = readFileSync(join(folder, 'unicode.json'), 'utf8');
  const ranges = parseTrusted<Record<string, string>>(unicode);
  const requested = subsets ?? Object.keys(ranges).filter((subset) => subset.startsWith('['));
  const files: FontFile[] = [];
  for (const subset of requested) {
    const file = `${source}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`;
    const earlier = subsets === undefined ? [] : files.flatMap((one) => one.ranges);
    const own = rangesOf(ranges[subset] ?? '');
    const path = join(folder, 'files', file);
    files.push({
      family: name,
      path,
      ranges: own,
      earlier,
      isNumbered: subsets === undefined,
    });
  }
  return { name, files };
}

/** Returns the characters that are drawn from a file. */
export const drawableIn = memoise(readDrawable);

/** The files of the characters that were looked for in a family. Not more than the characters of Unicode. */
const filesOfCharacters = memoise((_family: FontFamily) => new Map<number, FontFile | undefined>());

/** Returns the file of a family from which a character is drawn; `undefined` if the family does not have it. */
export function drawnFrom(family: FontFamily, character: number): FontFile | undefined {
  const files = filesOfCharacters(family);
  if (files.has(character)) return files.get(character);
  const asked = family.files.find((file) => isAskedFor(file, character));
  const file = asked && drawableIn(asked).has(character) ? asked : undefined;
  files.set(character, file);
  return file;
}

/** Whether a character belongs to this file and to no earlier file of its family. Does not read the file. */
function isAskedFor({ ranges, earlier }: FontFile, character: number): boolean {
  return isIn(ranges, character) && !isIn(earlier, character);
}

/** Returns characters as ranges. */
export function toRanges(characters: ReadonlySet<number>): CharacterRange[] {
  const ranges: CharacterRange[] = [];
  for (const character of [...characters].toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && last[1] === character - 1) last[1] = character;
    else ranges.push([character, character]);
  }
  return ranges;
}

function isIn(ranges: readonly CharacterRange[], character: number): boolean {
  return ranges.some(([first, last]) => character >= first && character <= last);
}

function readDrawable(file: FontFile): ReadonlySet<number> {
  const font = create(readFileSync(file.path));
  if (font.isCollection) throw new Error(`${file.path} has several fonts`);
  return new Set(
    font.characterSet.filter(
      (character) =>
        isAskedFor(file, character) &&
        font.hasGlyphForCodePoint(character) &&
        !(file.isNumbered && isPart(character)),
    ),
  );
}

/**
 * Whether a character is a combining mark or a part of a Hangul syllable. With these, the renderer could compose a
 * character from files that happen to be loaded, instead of drawing it from its own file.
 */
function isPart(character: number): boolean {
  return /[\p{Mark}\u1100-\u11ff]/u.test(String.fromCodePoint(character));
}

/** Parses ranges such as `U+1d00-1dbf,U+2020`. */
function rangesOf(text: string): CharacterRange[] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.replace(/U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}
