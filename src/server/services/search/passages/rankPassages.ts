import { foldText } from '#domain/foldText.ts';
import { hasWord, termsOf } from '#server/services/search/passages/terms.ts';

/** How soon repeating a word stops to count, and how much a text's length does (the usual figures of BM25). */
const saturation = 1.2;
const lengthShare = 0.75;

/**
 * Scores texts for a question by BM25: rare words count more, repeated ones less and less, long texts less than short
 * ones. Returns one score for each text, 0 where none of the words is in it.
 */
export function scoreTexts(question: string, texts: readonly string[]): number[] {
  const counted = texts.map((text) => countTerms(termsOf(text)));
  const average = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length);
  const wanted = new Set(termsOf(question));
  const weights = new Map(
    [...wanted].map((term) => {
      const having = counted.filter(({ counts }) => counts.has(term)).length;
      return [term, Math.log(1 + (texts.length - having + 0.5) / (having + 0.5))] as const;
    }),
  );
  return counted.map(({ counts, length }) => {
    const norm = saturation * (1 - lengthShare + (lengthShare * length) / Math.max(1, average));
    let score = 0;
    for (const [term, weight] of weights) {
      const count = counts.get(term) ?? 0;
      score += (weight * count * (saturation + 1)) / (count + norm);
    }
    return score;
  });
}

/** Returns the share of words that a text has, 1 where there are none. */
export function coverageOf(words: readonly string[], text: string): number {
  if (words.length === 0) return 1;
  const folded = foldText(text);
  const terms = new Set(termsOf(text));
  return words.filter((word) => hasWord(word, folded, terms)).length / words.length;
}

function countTerms(terms: readonly string[]): { counts: Map<string, number>; length: number } {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, length: terms.length };
}
