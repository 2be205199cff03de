import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { variantsOf } from '#server/services/conversations/search/chineseVariants.ts';
import { type Word, WordIndex, indexedWords, pairsOf, wordsOf } from '#domain/texts/words.ts';

/** Most lexemes of one text: more than a long book chapter has. Of a longer text, those at its beginning count. */
const lexemesAtMost = 12_000;

/** Characters per step: running answers continue between steps. */
const charactersPerStep = 100_000;

/** Most characters of all lexemes of a text: a `tsvector` has at most a million bytes. */
const charactersAtMost = 300_000;

/** Most words of a query; further ones are ignored. */
const wordsOfQuery = 12;

/** Emoji: searched only if a query has no words. */
const picture = /\p{Extended_Pictographic}/gu;

const onlyDigits = /^[\d#*]$/;

/**
 * Returns the prefix of all lexemes of a user's texts. It gives every user a part of the one index, in which a word or
 * its beginning is found without reading lexemes of others. Two users may have the same prefix, so results must be
 * checked for their owner.
 */
export function userMark(userId: string): string {
  return createHash('sha256').update(userId).digest('base64url').slice(0, 6);
}

/** Returns all lexemes of a user's text. */
export function lexemesOf(userId: string, text: string): string[] {
  const found = [...indexedWords(text, lexemesAtMost), ...new Set(picturesOf(text))];
  return markLexemes(userId, found);
}

/** Returns the words and emoji of a text. Pauses in long texts, so that other requests are served. */
export async function findWords(text: string): Promise<string[]> {
  const index = new WordIndex(lexemesAtMost);
  const pictures = new Set<string>();
  for (let start = 0; start < text.length;) {
    // Cut before a space, so that no word is cut or separated from the one that it is joined with.
    const length = text.slice(start + charactersPerStep).search(/[ \n]|$/);
    const piece = text.slice(start, start + charactersPerStep + length);
    index.add(piece);
    for (const character of picturesOf(piece)) pictures.add(character);
    start += piece.length;
    if (start < text.length) await setImmediate();
  }
  return [...index.found, ...pictures];
}

/** Returns words and emoji with the user's prefix. */
export function markLexemes(userId: string, found: readonly string[]): string[] {
  const mark = userMark(userId);
  const lexemes: string[] = [];
  let characters = 0;
  for (const word of found) {
    characters += mark.length + word.length;
    if (lexemes.length === lexemesAtMost || characters > charactersAtMost) break;
    lexemes.push(mark + word);
  }
  return lexemes;
}

/** A query: words, of which the last may be unfinished, or else emoji. */
export type ParsedQuery = { words: readonly Word[]; pictures: readonly string[] };

/** Parses a query. The result may be empty. */
export function parseQuery(query: string): ParsedQuery {
  const words = wordsOf(query, wordsOfQuery);
  return { words, pictures: words.length > 0 ? [] : picturesOf(query).slice(0, wordsOfQuery) };
}

/** Returns a `tsquery` for this user's texts with everything in the query; `null` for an empty query. */
export function toTsquery(userId: string, { words, pictures }: ParsedQuery): string | null {
  const mark = userMark(userId);
  const is = (text: string) => `'${(mark + text).replace(/['\\]/g, '$&$&')}'`;
  const terms = words.flatMap((word, index) => {
    if (word.kind === 'word') return `${is(word.text)}${index === words.length - 1 ? ':*' : ''}`;
    const pairs = pairsOf(word.text);
    // The last character of a run is already in the pair before it.
    if (pairs.length === 1) return anyOf(spellings(word.text).map((text) => `${is(text)}:*`));
    return pairs.slice(0, -1).map((pair) => anyOf(spellings(pair).map(is)));
  });
  const all = [...terms, ...pictures.map(is)];
  return all.length === 0 ? null : all.join(' & ');
}

/** Returns a pair of characters in simplified and traditional Chinese, in all combinations. */
function spellings(pair: string): string[] {
  const forms = [...pair].map(variantsOf);
  return forms.reduce<string[]>(
    (starts, variants) => starts.flatMap((start) => variants.map((one) => start + one)),
    [''],
  );
}

function anyOf(terms: readonly string[]): string {
  return terms.length === 1 ? terms.join('') : `(${terms.join(' | ')})`;
}

function picturesOf(text: string): string[] {
  return (text.match(picture) ?? []).filter((character) => !onlyDigits.test(character));
}
