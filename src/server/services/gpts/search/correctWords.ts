import { inArray } from 'drizzle-orm';
import { hashOf } from '#domain/hash.ts';
import type { Executor } from '#server/db/connect.ts';
import { searchSpelling } from '#server/db/schema/gpts.ts';
import type { Word } from '#server/services/gpts/search/words.ts';

/** Shorter words have too many neighbours. Of what was typed, a letter may be missing. */
const correctedMinLetters = 4;
const correctedMaxLetters = 32;

/** Words that one misspelt word may mean. */
const meaningsAtMost = 20;

const onlyLetters = /^[\p{L}\p{M}]+$/u;

/** Whether a word of a GPT is one that others may misspell. */
export function isCorrectable(word: string): boolean {
  return isBetween(word, correctedMinLetters) && onlyLetters.test(word);
}

/**
 * Numbers that two words share if one becomes the other by inserting, deleting, replacing or swapping one letter: those
 * of the word and of what remains of it without one of its letters (W. Garbe’s symmetric deletion). The word’s own is
 * the first.
 */
export function spellingNumbers(word: string): number[] {
  const letters = [...word];
  const shorter = letters.map((_, index) => letters.toSpliced(index, 1).join(''));
  // PostgreSQL's integers have a sign.
  return [...new Set([word, ...shorter].map((text) => hashOf(text) | 0))];
}

/** For each word of a query the words of GPTs that are one letter away, closest first. */
export async function correctWords(
  executor: Executor,
  words: readonly Word[],
): Promise<string[][]> {
  const uncertain = words.filter(
    ({ kind, text }) =>
      kind === 'word' && isBetween(text, correctedMinLetters - 1) && onlyLetters.test(text),
  );
  if (uncertain.length === 0) return words.map(() => []);
  const numbers = uncertain.flatMap(({ text }) => spellingNumbers(text));
  const near = await executor
    .selectDistinct({ word: searchSpelling.word })
    .from(searchSpelling)
    .where(inArray(searchSpelling.number, numbers));
  return words.map((word) => {
    if (!uncertain.includes(word)) return [];
    const meant = near.map((row) => row.word).filter((other) => isOneLetterAway(word.text, other));
    return closestFirst(word.text, meant).slice(0, meaningsAtMost);
  });
}

/** Whether one of two different words becomes the other by inserting, deleting, replacing or swapping one letter. */
export function isOneLetterAway(one: string, other: string): boolean {
  const [first, second] = [[...one], [...other]];
  let start = 0;
  while (start < first.length && first[start] === second[start]) start += 1;
  const [left, right] = [first.slice(start), second.slice(start)];
  while (left.length > 0 && right.length > 0 && left.at(-1) === right.at(-1)) {
    left.pop();
    right.pop();
  }
  if (left.length + right.length === 0) return false;
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** People seldom mistake the beginning of a word. */
function closestFirst(written: string, meant: readonly string[]): string[] {
  const shared = (word: string) => {
    let count = 0;
    while (count < word.length && word[count] === written[count]) count += 1;
    return count;
  };
  return meant.toSorted((one, other) => shared(other) - shared(one) || (one < other ? -1 : 1));
}

function isBetween(word: string, least: number): boolean {
  const { length } = [...word];
  return length >= least && length <= correctedMaxLetters;
}
