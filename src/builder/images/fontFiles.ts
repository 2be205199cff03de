import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { charactersOf } from '#builder/images/woff2.ts';

/** A family of the fonts that npm shipped: all are variable in weight and are cut into files by characters. */
export type FontFamily = {
  name: string;
  files: readonly FontFile[];
};

/** A file of a family. Nothing of it is read before a text needs one of its characters. */
export type FontFile = {
  family: string;
  path: string;
  /** The characters that it may be asked for, as its package says, and those that earlier files answer for. */
  ranges: readonly CharacterRange[];
  earlier: readonly CharacterRange[];
  /** Whether it is one of many, of which only those are loaded that are needed. */
  isNumbered: boolean;
};

/** From one code point to another, both included. */
export type CharacterRange = [number, number];

const resolve = createRequire(import.meta.url).resolve;

/**
 * A family from the files of a package, `noto-sans-thai`. Fonts of a script bring Latin letters along, which another
 * family has as well: `subsets` names the files that are wanted; without it, those that have a number for a name.
 */
export function fontFamily(source: string, subsets?: readonly string[], name = source): FontFamily {
  const folder = dirname(resolve(`@fontsource-variable/${source}/package.json`));
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<
    string,
    string
  >;
  const wanted = subsets ?? Object.keys(ranges).filter((subset) => subset.startsWith('['));
  const files: FontFile[] = [];
  for (const subset of wanted) {
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

const known = new Map<FontFile, ReadonlySet<number>>();

/** The characters that a file is asked for and has. */
export function drawableIn(file: FontFile): ReadonlySet<number> {
  const found = known.get(file) ?? readDrawable(file);
  known.set(file, found);
  return found;
}

/** Whether a character is asked of this file and no other of its family; reads nothing. */
export function isAskedFor({ ranges, earlier }: FontFile, character: number): boolean {
  return isIn(ranges, character) && !isIn(earlier, character);
}

/** Characters as the ranges that they make up. */
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

function readDrawable(file: FontFile): Set<number> {
  const characters = charactersOf(readFileSync(file.path));
  return new Set(
    [...characters].filter(
      (character) => isAskedFor(file, character) && !(file.isNumbered && isPart(character)),
    ),
  );
}

/**
 * Marks of kana and parts of Hangul syllables: with them, a character could be put together from a file that was loaded
 * by chance instead of being drawn from its own.
 */
function isPart(character: number): boolean {
  return /[\p{Mark}\u1100-\u11ff]/u.test(String.fromCodePoint(character));
}

/** `U+1d00-1dbf,U+2020` as numbers. */
function rangesOf(text: string): CharacterRange[] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.replace(/U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}
