import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '#i18n/areas.ts';
import { textsOf } from '#i18n/corrections.ts';
import { shippedCatalogue } from '#i18n/shipped.ts';
import { type Language, isLanguage } from '#domain/languages/languages.ts';

/** A word that texts of a language do not use. */
export type RejectedWord = {
  language: Language;
  word: string;
  /** The words for the same thing that texts use. */
  chosen: readonly string[];
  /** Places where the word means something else: beginnings of `area.key` or of `folder/file`. */
  allowedIn: readonly string[];
};

/** The texts of a language by `area.key`, or by `folder/file:line`. */
export type PlacedTexts = ReadonlyMap<string, string>;

/** Reads the rejected words of the table in a document. Its rows are languages, its columns terms. */
export function readGlossary(document: string): ReadonlyMap<Language, readonly RejectedWord[]> {
  const rows = new Map<Language, readonly RejectedWord[]>();
  for (const [, row = ''] of document.matchAll(/^\|(.*)\|$/gm)) {
    const [language = '', ...cells] = row.split('|').map((cell) => cell.trim());
    if (!isLanguage(language)) continue;
    const entries = cells.flatMap((cell) => cell.split(';'));
    rows.set(
      language,
      entries.flatMap((entry) => readEntry(language, entry)),
    );
  }
  return rows;
}

function readEntry(language: Language, entry: string): RejectedWord[] {
  const chosen = (entry.split('~~')[0] ?? '').split(',').map((word) => word.trim());
  const words = entry.matchAll(/~~([^~]+)~~(?: in((?: `[^`]+`)+))?/g);
  return [...words].map(([, word = '', places = '']) => {
    const allowedIn = [...places.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place);
    return { language, word, chosen, allowedIn };
  });
}

/** Returns where texts use rejected words, as `language place: word`. */
export function findRejectedWords(texts: PlacedTexts, words: readonly RejectedWord[]): string[] {
  const patterns = words.map((word) => ({ ...word, pattern: patternOf(word.word) }));
  return [...texts].flatMap(([place, text]) =>
    patterns
      .filter(({ allowedIn }) => !allowedIn.some((start) => place.startsWith(start)))
      .filter(({ word, chosen, pattern }) => pattern.test(withoutChosen(text, word, chosen)))
      .map(({ language, word }) => `${language} ${place}: ${word}`),
  );
}

/** Leaves out the chosen words that contain the rejected one, as 이메일 contains 메일. */
function withoutChosen(text: string, word: string, chosen: readonly string[]): string {
  return chosen
    .filter((one) => one.toLowerCase().includes(word.toLowerCase()))
    .reduce((rest, one) => rest.replaceAll(new RegExp(one, 'giu'), ''), text);
}

/** Words of languages with spaces are found whole, and those of Chinese, Japanese and Korean anywhere. */
function patternOf(word: string): RegExp {
  const hasSpaces = /^[\p{sc=Latin}\s-]+$/u.test(word);
  return new RegExp(hasSpaces ? `(?<!\\p{L})${word}(?!\\p{L})` : word, 'iu');
}

/** Returns the messages, mails, posts and policies of a language without values, code and link targets. */
export function readPlacedTexts(language: Language): PlacedTexts {
  return new Map([...messagesOf(language), ...documentsOf(language)]);
}

function messagesOf(language: Language): [string, string][] {
  return areas.flatMap((area) =>
    textsOf(shippedCatalogue(language, area)).map(([key, text]): [string, string] => [
      `${area}.${key}`,
      String(text).replaceAll(/\{\{\w+\}\}/g, '0'),
    ]),
  );
}

/** Leaves out code, the targets of links, and fields of the front matter that readers do not see. */
function linesOf(document: string): string[] {
  const withoutCode = document.replaceAll(/^ *```[\s\S]*?^ *```/gm, (code) =>
    code.replaceAll(/[^\n]/g, ''),
  );
  return withoutCode
    .split('\n')
    .map((line) => line.replaceAll(/`[^`]*`|\]\([^)]*\)|^(?:tags|image):.*/g, ' '));
}

function documentsOf(language: Language): [string, string][] {
  const files = readdirSync('src/content', { recursive: true, encoding: 'utf8' });
  const own = files.filter((file) => file.endsWith('.md') && file.split('/')[1] === language);
  return own.flatMap((file) => {
    const name = file.replace(`/${language}/`, '/').replace(/\.md$/, '');
    const lines = linesOf(readFileSync(join('src/content', file), 'utf8'));
    return lines.map((line, index): [string, string] => [`${name}:${index + 1}`, line]);
  });
}
