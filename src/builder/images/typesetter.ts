import { readFile } from 'node:fs/promises';
import type { Renderer } from '@takumi-rs/core';
import { memoiseText } from '#catalog/memoise.ts';
import type { ImageText } from '#domain/site/pageImage.ts';
import {
  type FontFamily,
  type FontFile,
  drawableIn,
  drawnFrom,
  fontFamily,
  toRanges,
} from '#builder/images/fontFiles.ts';

/** A text whose characters can all be drawn, and the font families in order of preference. */
export type SetText = {
  text: string;
  lang: string | undefined;
  dir: 'ltr' | 'rtl';
  families: readonly string[];
};

/**
 * Prepares texts for one renderer: chooses fonts by language and script, loads the files that a text needs (each once),
 * and removes characters that no font has, which would be drawn as empty boxes, with the signs and spaces around them.
 */
export class Typesetter {
  readonly #renderer: Renderer;
  readonly #loaded = new Map<FontFile, Promise<unknown>>();
  #latin: Promise<void> | undefined;

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
  }

  /** Returns the prepared text; `undefined` if fewer than half of its letters can be drawn, or no character. */
  async set({ text, marks }: ImageText): Promise<SetText | undefined> {
    const stack = stackFor(marks.lang, text);
    const files = new Set<FontFile>();
    const drawn = closeGaps(
      graphemesOf(text)
        .map((grapheme) => drawable(grapheme, stack, files))
        .join(''),
    );
    if (2 * countLetters(drawn) < countLetters(text)) return undefined;
    if (!/[\p{Letter}\p{Number}\p{Symbol}\p{Punctuation}]/u.test(drawn)) return undefined;
    await (this.#latin ??= this.#loadLatin());
    await Promise.all([...files].map((file) => this.#load(file)));
    const dir = marks.dir === 'auto' ? directionOf(drawn) : marks.dir;
    const families = stack.map(({ name }) => name);
    return { text: withBreaks(drawn), lang: marks.lang, dir, families };
  }

  /**
   * Loads all Latin files in order before the first text: the renderer composes a letter with a mark from the file that
   * was loaded first, and the result must not depend on earlier pictures.
   */
  async #loadLatin(): Promise<void> {
    for (const file of latin.files) await this.#load(file);
  }

  #load(file: FontFile): Promise<unknown> {
    const loading = this.#loaded.get(file) ?? this.#register(file);
    this.#loaded.set(file, loading);
    return loading;
  }

  async #register(file: FontFile): Promise<void> {
    const data = await readFile(file.path);
    const unicodeRange = toRanges(drawableIn(file));
    await this.#renderer.registerFont({ name: file.family, data, unicodeRange });
  }
}

const latin = fontFamily('noto-sans', [
  'latin',
  'latin-ext',
  'vietnamese',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
]);
const scripts = [
  fontFamily('noto-sans-arabic', ['arabic']),
  fontFamily('noto-sans-hebrew', ['hebrew']),
  fontFamily('noto-sans-devanagari', ['devanagari']),
  fontFamily('noto-sans-thai', ['thai']),
];
const japanese = fontFamily('noto-sans-jp');
const korean = fontFamily('noto-sans-kr');
const simplified = fontFamily('noto-sans-sc');
const traditional = fontFamily('noto-sans-tc');
const symbols = fontFamily('noto-sans-arabic', ['symbols', 'math'], 'noto-sans-symbols');

/**
 * Returns the families in order. The family of the text’s own East Asian language comes first, because glyphs differ.
 */
function stackFor(lang: string | undefined, text: string): FontFamily[] {
  const first = eastAsianOf(lang, text);
  const others = [simplified, japanese, traditional, korean].filter((family) => family !== first);
  return [latin, ...scripts, first, ...others, symbols];
}

/** Adds the likely script to a language. Memoised, because it takes as long as splitting a name into graphemes. */
const likelyLocale = memoiseText(500, (lang: string) => new Intl.Locale(lang).maximize());

function eastAsianOf(lang: string | undefined, text: string): FontFamily {
  const locale = lang === undefined ? undefined : likelyLocale(lang);
  if (locale?.language === 'ja') return japanese;
  if (locale?.language === 'ko') return korean;
  if (locale?.script === 'Hant') return traditional;
  if (locale?.script === 'Hans') return simplified;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return japanese;
  return /\p{Script=Hangul}/u.test(text) ? korean : simplified;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

function graphemesOf(text: string): string[] {
  const composed = text.normalize('NFC').replace(/\p{Cc}+/gu, ' ');
  return [...segmenter.segment(composed)].map(({ segment }) => segment);
}

/** Stands for characters that were left out. Control characters were removed before. */
const gap = '\0';

/**
 * Returns a text without its gaps and what surrounded them: brackets and quotes with nothing in them, separators with
 * nothing next to them, spaces before a comma. `Cook 🍳 (🔥), eat | 🤖` becomes `Cook, eat`.
 */
function closeGaps(text: string): string {
  if (!text.includes(gap)) return text.replace(/\s+/g, ' ').trim();
  const emptied = text
    .replace(/[\s\0]*\0[\s\0]*/g, (found) => (/\s/.test(found) ? ` ${gap} ` : gap))
    .replace(/[([{"'“‘«「『【（]\s?\0\s?[)\]}"'”’»」』】）]/g, gap);
  return emptied
    .replace(/^(?:\s|\0)*(?:[-–—|·•:/~]\s)?/, '')
    .replace(/(?:\s[-–—|·•:/~+&])?[\s\0]*\0[\s\0]*$/, '')
    .replace(/\s[-–—|·•/~]\s?\0\s?(?=[-–—|·•/~]\s)/g, ' ')
    .replace(/\s?\0\s?(?=[,.;:!?)\]}”’»、。，！？）])/g, '')
    .replace(/(?<=[([{“‘«（])\s?\0\s?/g, '')
    .replaceAll(gap, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function countLetters(text: string): number {
  return text.match(/\p{Letter}/gu)?.length ?? 0;
}

/**
 * Returns the characters of a grapheme that can be drawn, and adds their font files to `files`. An emoji is returned
 * only if all of it can be drawn. Returns a gap for one of which nothing can be drawn.
 */
function drawable(grapheme: string, stack: readonly FontFamily[], files: Set<FontFile>): string {
  if (/^\s+$/u.test(grapheme)) return ' ';
  const spellings = [grapheme, grapheme.normalize('NFKC')];
  const isPicture = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(grapheme);
  for (const spelling of spellings) {
    const found = visible(spelling).map(
      (character) => [character, fileOf(character, stack)] as const,
    );
    const drawn = found.filter(([, file]) => file !== undefined);
    if (drawn.length === 0 || (drawn.length < found.length && isPicture)) continue;
    for (const [, file] of drawn) if (file) files.add(file);
    return drawn.length === found.length && !isPicture
      ? withoutMarks(spelling)
      : drawn.map(([character]) => character).join('');
  }
  return visible(grapheme).length === 0 ? '' : gap;
}

/** Returns the characters of a grapheme without invisible ones. */
function visible(grapheme: string): string[] {
  return [...grapheme].filter((character) => !/[\p{Cf}\ufe00-\ufe0f]/u.test(character));
}

/** Removes invisible characters, such as direction marks. Joiners stay, because they change the shape of letters. */
function withoutMarks(grapheme: string): string {
  return grapheme.replace(/(?![\u200c\u200d])[\p{Cf}\ufe00-\ufe0f]/gu, '');
}

function fileOf(character: string, stack: readonly FontFamily[]): FontFile | undefined {
  const point = character.codePointAt(0) ?? 0;
  for (const family of stack) {
    const file = drawnFrom(family, point);
    if (file) return file;
  }
  return undefined;
}

const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });

/** Adds zero-width spaces between Thai words, where lines may break, because Thai has no spaces between words. */
function withBreaks(text: string): string {
  if (!/\p{Script=Thai}/u.test(text)) return text;
  return [...thaiWords.segment(text)].map(({ segment }) => segment).join('\u200b');
}

/**
 * Returns the direction of the first letter (Unicode Bidirectional Algorithm, P2 and P3), for the scripts of our fonts.
 */
function directionOf(text: string): 'ltr' | 'rtl' {
  const [letter = ''] = /\p{Letter}/u.exec(text) ?? [];
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(letter) ? 'rtl' : 'ltr';
}
