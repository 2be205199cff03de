import { foldText } from '#domain/foldText.ts';
import { pairsOf, wordsOf } from '#domain/words.ts';
import { stopWords } from '#server/services/search/passages/stopWords.ts';

/** Words of a text that are looked at. */
const mostWords = 20_000;

/** Inflected words begin alike: longer ones are found by so many letters, too. */
const stemLetters = 5;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const unparted = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/**
 * The terms of a text: words, the beginnings of longer ones, and pairs of characters where no spaces separate words.
 */
export function termsOf(text: string): string[] {
  return wordsOf(text, mostWords).flatMap((word) => {
    if (word.kind === 'run') return pairsOf(word.text).filter((pair) => [...pair].length === 2);
    return word.text.length > stemLetters ? [word.text, stemOf(word.text)] : [word.text];
  });
}

/** The words of a question that say what it is about, folded. */
export function contentWords(question: string): string[] {
  const found = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(question)) {
    const word = foldText(segment);
    if (isWordLike !== true || stopWords.has(word)) continue;
    // A single Chinese character is mostly grammar.
    if (unparted.test(word) ? [...word].length < 2 : word.length < 2 && !/\d/.test(word)) continue;
    found.add(word);
  }
  return [...found];
}

/** Whether a text, folded and as its terms, has a word of a question, perhaps inflected. */
export function hasWord(word: string, folded: string, terms: ReadonlySet<string>): boolean {
  if (unparted.test(word)) return folded.includes(word);
  return terms.has(word) || (word.length > stemLetters && terms.has(stemOf(word)));
}

function stemOf(word: string): string {
  return `${word.slice(0, stemLetters)}~`;
}
