import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Word, WordIndex, indexedWords, pairsOf, wordsOf } from '#domain/words.ts';

/**
 * Most lexemes that one text is found by: a long book chapter has fewer. A text that has more is found by those at its
 * beginning.
 */
const lexemesAtMost = 12_000;

/** Characters that are looked at in one go: running answers wait for the next pause. */
const charactersWithoutPause = 100_000;

/** PostgreSQL takes a million bytes in one row. */
const charactersAtMost = 300_000;

/** Words of a query that are looked for; further ones are passed over. */
const wordsOfQuery = 12;

/** Pictures that people write with: looked for only where a query has no words. */
const picture = /\p{Extended_Pictographic}/gu;

const onlyDigits = /^[\d#*]$/;

/**
 * The prefix of all lexemes of a user’s texts: so every user has an index of their own within the one index, and a
 * word, or its beginning, is found there without looking at what others said. Two users may share it, which is why what
 * is found is compared with its owner.
 */
export function userMark(userId: string): string {
  return createHash('sha256').update(userId).digest('base64url').slice(0, 6);
}

/** Everything that a text of this user is found by. */
export function lexemesOf(userId: string, text: string): string[] {
  const found = [...indexedWords(text, lexemesAtMost), ...new Set(picturesOf(text))];
  return markLexemes(userId, found);
}

/**
 * Everything that a text is found by, before it is marked with its user. A long text is looked at with pauses, in which
 * other requests are served.
 */
export async function findWords(text: string): Promise<string[]> {
  const index = new WordIndex(lexemesAtMost);
  const pictures = new Set<string>();
  for (let start = 0; start < text.length;) {
    // Cut before a space, so that no word is cut and none loses the one that it is joined with.
    const length = text.slice(start + charactersWithoutPause).search(/[ \n]|$/);
    const piece = text.slice(start, start + charactersWithoutPause + length);
    index.add(piece);
    for (const character of picturesOf(piece)) pictures.add(character);
    start += piece.length;
    if (start < text.length) await setImmediate();
  }
  return [...index.found, ...pictures];
}

/** The lexemes of a user’s text in which this was found. */
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

/** A search: words of which the last may be unfinished or, where there are none, pictures. */
export type Wanted = { words: readonly Word[]; pictures: readonly string[] };

/** Takes a query apart. There may be nothing in it to look for. */
export function readWanted(query: string): Wanted {
  const words = wordsOf(query, wordsOfQuery);
  return { words, pictures: words.length > 0 ? [] : picturesOf(query).slice(0, wordsOfQuery) };
}

/** A `tsquery` for the texts of this user that have everything that is wanted; `null` where nothing is. */
export function queryOf(userId: string, { words, pictures }: Wanted): string | null {
  const mark = userMark(userId);
  const is = (text: string) => `'${(mark + text).replace(/['\\]/g, '$&$&')}'`;
  const terms = words.flatMap((word, index) => {
    if (word.kind === 'word') return `${is(word.text)}${index === words.length - 1 ? ':*' : ''}`;
    const pairs = pairsOf(word.text);
    // The last character of a run begins a pair or ends another one, which is asked for already.
    return pairs.length === 1 ? `${is(word.text)}:*` : pairs.slice(0, -1).map(is);
  });
  const all = [...terms, ...pictures.map(is)];
  return all.length === 0 ? null : all.join(' & ');
}

function picturesOf(text: string): string[] {
  return (text.match(picture) ?? []).filter((character) => !onlyDigits.test(character));
}
