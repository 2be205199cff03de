import { existsSync, readFileSync } from 'node:fs';
import { type Language, isLanguage } from '#domain/languages/languages.ts';
import type { Finding, Texts } from './finding.ts';

/** A word that texts of a language do not use. */
export type RejectedWord = {
  language: Language;
  word: string;
  /** The words for the same thing that texts use. */
  chosen: readonly string[];
  /** Places where the word means something else: beginnings of `area.key` or of `folder/file`. */
  allowedIn: readonly string[];
};

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
export function findRejectedWords(texts: Texts, words: readonly RejectedWord[]): string[] {
  return findUses(texts, words).map(({ place, language, word }) => `${language} ${place}: ${word}`);
}

const document = new URL('../../docs/translating.md', import.meta.url);

let glossary: ReturnType<typeof readGlossary> | undefined;

/** Finds messages with rejected words. Images of containers have no documents, and therefore no glossary. */
export function findRejected(language: Language, texts: Texts): Finding[] {
  glossary ??= readGlossary(existsSync(document) ? readFileSync(document, 'utf8') : '');
  const withoutValues = new Map(
    [...texts].map(([message, text]) => [message, text.replaceAll(/\{\{\w+\}\}/g, '0')]),
  );
  return findUses(withoutValues, glossary.get(language) ?? []).map(({ place, word, chosen }) => ({
    kind: 'glossary',
    language,
    message: place,
    problem: `has “${word}” instead of ${chosen.map((one) => `“${one}”`).join(' or ')}`,
  }));
}

type Use = RejectedWord & { place: string };

function findUses(texts: Texts, words: readonly RejectedWord[]): Use[] {
  const patterns = words.map((word) => ({ ...word, pattern: patternOf(word) }));
  return [...texts].flatMap(([place, text]) =>
    patterns
      .filter(({ allowedIn }) => !allowedIn.some((start) => place.startsWith(start)))
      .filter(({ word, chosen, pattern }) => pattern.test(withoutChosen(text, word, chosen)))
      .map((found) => ({ ...found, place })),
  );
}

/** Leaves out the chosen words that contain the rejected one, as 이메일 contains 메일. */
function withoutChosen(text: string, word: string, chosen: readonly string[]): string {
  return chosen
    .filter((one) => one.toLowerCase().includes(word.toLowerCase()))
    .reduce((rest, one) => rest.replaceAll(new RegExp(one, 'giu'), ''), text);
}

/** The endings of plural and other forms. The table lists forms with another stem, such as “Pläne”. */
const endings: Readonly<Partial<Record<Language, string>>> = {
  en: '(?:e?s)?',
  de: '(?:e?s|e?n|er?)?',
  fr: '(?:e?s|x)?',
};

/**
 * Words of languages with spaces are found whole, also with an ending, and those of Chinese, Japanese and Korean anywhere.
 */
function patternOf({ language, word }: RejectedWord): RegExp {
  const hasSpaces = /^[\p{sc=Latin}\s-]+$/u.test(word);
  const inflected = `(?<!\\p{L})${word}${endings[language] ?? ''}(?!\\p{L})`;
  return new RegExp(hasSpaces ? inflected : word, 'iu');
}
