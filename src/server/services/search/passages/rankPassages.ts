import { foldText } from '#domain/texts/foldText.ts';
import { hasWord, termsOf } from '#server/services/search/passages/terms.ts';

/**
 * Parameters of BM25 with their usual values: k1 (`saturation`) limits how much a repeated word counts, b
 * (`lengthShare`) how much the length of a text counts.
 */
const saturation = 1.2;
const lengthShare = 0.75;

/**
 * Scores texts for a question by BM25: rare words count more, each repetition counts less, words in long texts count
 * less. Returns one score per text, 0 if it contains none of the words.
 */
export function scoreTexts(question: string, texts: readonly string[]): number[] {
  const counted = texts.map((text) => countTerms(termsOf(text)));
  const average = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length);
  const requested = new Set(termsOf(question));
  const weights = new Map(
    [...requested].map((term) => {
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

/** Returns the share of the words that a text contains; 1 if there are no words. */
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
