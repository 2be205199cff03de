import { type Word, pairsOf, wordsOf } from '#domain/texts/words.ts';
import type { Language } from '#domain/languages/languages.ts';
import { wordLanguagesOf } from '#server/services/gpts/search/editorWords.ts';
import { findStopWords } from '#server/services/gpts/search/findGroups.ts';
import type { SearchIndex } from '#server/services/gpts/search/searchIndex.ts';
import { terms } from '#server/services/gpts/search/terms.ts';
import { tokensOf } from '#server/services/gpts/search/tokens.ts';

/** More than the longest question and the longest query have. */
const wordsAtMost = 1_000;

/** Fewer words are no quotation: “bike” is in an example of a logo designer. */
const fewestWords = 2;

/** The same for a query that has mostly small words: “What does this mean”. */
const fewestSmallWords = 4;

/** As many words are a quotation in any order. Two are one if the GPT is about a word: “Debian server”, not “stolen bike”. */
const fewestUnordered = 3;

/** Shorter words without accents mean too many things to say what a GPT is about: “day” is Vietnamese for teaching. */
const subjectMinLetters = 4;

/** The least weight of a word that a GPT is about: in its name, a tag or a short description. */
export const subjectWeight = 0.35;

/** Returns the folded words of questions, one question a line, for `findQuoted`. */
export function textOfQuestions(questions: readonly string[]): string {
  return questions.map((question) => textOfWords(wordsOf(question, wordsAtMost))).join('\n');
}

/**
 * Finds the GPTs with an example whose question contains the query, or all of its words: visitors paste what a page shows.
 * Words are compared from their beginning, because the last one may be unfinished.
 */
export function findQuoted(
  { query, locale }: { query: string; locale: Language },
  index: SearchIndex,
): Set<number> {
  const tokens = tokensOf(query, wordsAtMost);
  const stopped = findStopWords(tokens, index.words, wordLanguagesOf(locale));
  const isLong = tokens.length >= fewestSmallWords;
  if (!isLong && tokens.length - stopped.size < fewestWords) return new Set();
  const words = wordsOf(query, wordsAtMost);
  const quotation = textOfWords(words).slice(words[0]?.kind === 'word' ? 0 : 1, -1);
  const small = new Set([...stopped].map((at) => tokens[at]?.text));
  const counted = words.filter(({ text }) => !small.has(text));
  const isEnough = (number: number) =>
    counted.length >= fewestUnordered ||
    (counted.length >= fewestWords && counted.some(({ text }) => isAbout(index, number, text)));
  const parts = counted.map(({ kind, text }) => (kind === 'word' ? ` ${text}` : text));
  const hasAll = (text: string) => parts.every((part) => text.includes(part));
  const candidates = findCandidates(counted.length > 0 ? counted : words, locale, index);
  const quoted = candidates.filter((number) => {
    const text = index.questions[number] ?? '';
    if (!hasAll(text)) return false;
    return text.includes(quotation) || (text.split('\n').some(hasAll) && isEnough(number));
  });
  return new Set(quoted);
}

/** Returns the GPTs that have the rarest of the words, each of which a quoted question has. */
function findCandidates(
  words: readonly Word[],
  locale: Language,
  index: SearchIndex,
): readonly number[] {
  const choices = words.flatMap(({ kind, text }, at) => {
    const pairs = pairsOf(text).slice(0, -1);
    if (kind === 'run') return pairs.map((pair) => [pair]);
    const isUnfinished = at > 0 && at === words.length - 1;
    return isUnfinished ? [] : [[text, terms.stem(text, locale)]];
  });
  const lists = choices.map((choice) => choice.map((term) => index.postingsOf(term).gpts));
  const countAll = (found: readonly number[][]) =>
    found.reduce((sum, { length }) => sum + length, 0);
  const [rarest = []] = lists.toSorted((one, other) => countAll(one) - countAll(other));
  return rarest.flat();
}

/** Whether a word is in the name, a tag or a short description of a GPT. */
function isAbout(index: SearchIndex, number: number, word: string): boolean {
  if (word.length < subjectMinLetters) return false;
  const { gpts, weights } = index.postingsOf(word);
  return (weights[gpts.indexOf(number)] ?? 0) >= subjectWeight;
}

function textOfWords(words: readonly Word[]): string {
  return ` ${words.map(({ text }) => text).join(' ')} `;
}
