import { type Mark, isShort, lexeme } from '#server/services/gpts/search/lexemes.ts';
import {
  type Word,
  pairsOf,
  symbolsOf,
  wholeOf,
  wordsOf,
} from '#server/services/gpts/search/words.ts';

/** What somebody looks for, taken apart; `null` when there is nothing to look for in it. */
export type SearchText = { whole: string; words: Word[]; symbols: string[] } | null;

/** Where words are looked for. */
const fields = ['name', 'word'] as const;

type Field = (typeof fields)[number];

/** Words of a query that are looked for; further ones are passed over. */
const wordsOfQuery = 12;

/** Words up to which neighbours are looked for as one word too. */
const wordsJoined = 5;

/** Names that may be meant by a query whose words have several corrections. */
const wholesCorrected = 16;

/** Takes the text of a query apart: its words, or where there are none, its symbols. */
export function readQuery(query: string): SearchText {
  const whole = wholeOf(query);
  if (whole === '') return null;
  const words = wordsOf(query, wordsOfQuery);
  return { whole, words, symbols: words.length > 0 ? [] : symbolsOf(query) };
}

/**
 * What to find, as texts of `tsquery`, best first: the name itself, names that begin with it, names with all words, all
 * words anywhere. Each finds what those before it find. The last word may be unfinished.
 */
export function tiersOf(text: NonNullable<SearchText>): string[] {
  const named = [term('whole', text.whole), beginning('whole', text.whole)];
  if (text.words.length === 0) return [...named, symbolTerms(text.symbols)];
  return [...named, ...fields.map((field) => allOf(wordTerms(field, text.words)))];
}

/**
 * What may be meant instead: words spelt otherwise (`spellings` has those of each word), or two neighbours written as
 * one. Best first, as above; nothing when there is nothing else to be meant.
 */
export function otherTiersOf(text: NonNullable<SearchText>, spellings: string[][]): string[] {
  const canJoin = text.words.length > 1 && text.words.length <= wordsJoined;
  const isCorrected = spellings.some((words) => words.length > 0);
  if (!canJoin && !isCorrected) return [];
  const meant = fields.map((field) => {
    const corrected = correctedTerms(field, text.words, spellings);
    return anyOf([allOf(corrected), ...(canJoin ? joinedTerms(field, text.words, corrected) : [])]);
  });
  return [...(isCorrected ? [correctedWholes(text.words, spellings)] : []), ...meant];
}

/** A lexeme as a `tsquery` has it. */
export function term(mark: Mark, text: string, how: 'is' | 'begins' = 'is'): string {
  const quoted = lexeme(mark, text).replace(/['\\]/g, '$&$&');
  return `'${quoted}'${how === 'begins' ? ':*' : ''}`;
}

export function allOf(terms: readonly string[]): string {
  return terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' & ')})`;
}

export function anyOf(terms: readonly string[]): string {
  return terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' | ')})`;
}

function wordTerms(field: Field, words: readonly Word[]): string[] {
  return words.map((word, index) => wordTerm(field, word, index === words.length - 1));
}

/** Each word as it is written, the last one perhaps unfinished, or as one of its other spellings. */
function correctedTerms(
  field: Field,
  words: readonly Word[],
  spellings: readonly string[][],
): string[] {
  return wordTerms(field, words).map((written, index) =>
    anyOf([written, ...(spellings[index] ?? []).map((word) => term(field, word))]),
  );
}

/** All words, two neighbours of them written as one: who types `mid journey` may mean `Midjourney`. */
function joinedTerms(field: Field, words: readonly Word[], terms: readonly string[]): string[] {
  return words.slice(1).flatMap((second, index) => {
    const first = words[index];
    if (first?.kind !== 'word' || second.kind !== 'word') return [];
    const isLast = index + 2 === words.length;
    const one = term(field, first.text + second.text, isLast ? 'begins' : 'is');
    return [allOf([...terms.slice(0, index), one, ...terms.slice(index + 2)])];
  });
}

/** The names that are meant when each word is spelt in any of its ways. */
function correctedWholes(words: readonly Word[], spellings: readonly string[][]): string {
  const wholes = words.reduce<string[]>(
    (begun, { text }, index) => {
      const ways = [text, ...(spellings[index] ?? [])];
      const longer = begun.flatMap((start) => ways.map((way) => `${start} ${way}`.trimStart()));
      return longer.slice(0, wholesCorrected);
    },
    [''],
  );
  return anyOf(wholes.map((whole) => term('whole', whole)));
}

function wordTerm(mark: Field, word: Word, isLast: boolean): string {
  if (word.kind === 'run') return runTerms(mark, word.text);
  if (!isLast) return term(mark, word.text);
  return beginning(mark, word.text);
}

function beginning(mark: Field | 'whole', text: string): string {
  if (!isShort(text)) return term(mark, text, 'begins');
  const shortMarks = { name: 'start', word: 'short', whole: 'wholeStart' } as const;
  return term(shortMarks[mark], text);
}

function runTerms(mark: Mark, run: string): string {
  const pairs = pairsOf(run);
  // The last character of a run begins a pair or ends another one, which is asked for already.
  return pairs.length === 1
    ? term(mark, run, 'begins')
    : allOf(pairs.slice(0, -1).map((pair) => term(mark, pair)));
}

function symbolTerms(symbols: readonly string[]): string {
  return allOf(symbols.map((run) => runTerms('symbol', run)));
}
