import { foldText } from '#domain/texts/foldText.ts';
import type { ReadPage } from '#server/services/search/passages/chooseSources.ts';
import { contentWords, hasWord, termsOf } from '#server/services/search/passages/terms.ts';

type Options = {
  /** The share of the question’s words that a page must contain. */
  least: number;
  /** Whether neighbours are searched as one word: a Vietnamese word is mostly two syllables that are written apart. */
  inPairs: boolean;
};

/** A word in the title names the subject of a page. */
const titleFactor = 1.5;

/** Letters by which Korean words are found, because particles are written with them. */
const hangulLetters = 2;

/**
 * Returns the pages that contain enough of a question’s words, with a score up to 1.5. Rare words count more, and a word
 * that no page has counts most: it is what the question is about.
 */
export function rarePages(
  question: string,
  pages: readonly ReadPage[],
  { least, inPairs }: Options,
): { page: ReadPage; score: number }[] {
  const words = inPairs ? pairsOf(contentWords(question)) : contentWords(question);
  if (words.length === 0) return [];
  const titles = pages.map(({ title }) => readText(title));
  const texts = pages.map(({ title, text }) => readText(`${title}\n${text}`));
  const weights = words.map((word) => {
    const having = texts.filter((text) => text.has(word)).length;
    return Math.log(1 + (pages.length + 1) / (having + 0.5));
  });
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const sumOf = (text: Text | undefined) =>
    words.reduce((sum, word, index) => sum + (text?.has(word) ? (weights[index] ?? 0) : 0), 0);
  return pages
    .map((page, index) => {
      const share = sumOf(texts[index]) / whole;
      return { page, share, score: share + (titleFactor - 1) * (sumOf(titles[index]) / whole) };
    })
    .filter(({ share }) => share >= least)
    .map(({ page, score }) => ({ page, score }));
}

type Text = { has(word: string): boolean };

function readText(text: string): Text {
  const folded = foldText(text);
  const terms = new Set(termsOf(text));
  return {
    has: (word) => {
      if (word.includes(' ')) return folded.includes(word);
      if (/^\p{sc=Hangul}{3,}$/u.test(word)) return folded.includes(word.slice(0, hangulLetters));
      return hasWord(word, folded, terms);
    },
  };
}

/** Returns neighbouring words as pairs; a single word as it is. */
function pairsOf(words: readonly string[]): string[] {
  if (words.length < 2) return [...words];
  return words.slice(1).map((word, index) => `${words[index] ?? ''} ${word}`);
}
