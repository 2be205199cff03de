import { foldText } from '#domain/texts/foldText.ts';
import { pairsOf, wordsOf } from '#domain/texts/words.ts';
import { stopWords } from '#server/services/search/passages/stopWords.ts';

/** Most words of a text that are read. */
const mostWords = 20_000;

/** Longer words are also found by their first letters, because inflected words have the same beginning. */
const stemLetters = 5;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const isUnspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** Returns words, the beginnings of long words, and pairs of characters in scripts without spaces. */
export function termsOf(text: string): string[] {
  return wordsOf(text, mostWords).flatMap((word) => {
    if (word.kind === 'run') return pairsOf(word.text).filter((pair) => [...pair].length === 2);
    return word.text.length > stemLetters ? [word.text, stemOf(word.text)] : [word.text];
  });
}

/** Returns the words of a question that name its subject, folded. */
export function contentWords(question: string): string[] {
  const found = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(question)) {
    const word = foldText(segment);
    if (isWordLike !== true || stopWords.has(word)) continue;
    // A single Chinese character is mostly grammar.
    if (isUnspaced.test(word) ? [...word].length < 2 : word.length < 2 && !/\d/.test(word))
      continue;
    found.add(word);
  }
  return [...found];
}

/** Whether a text contains a word of a question, possibly inflected. The text is given folded and as its terms. */
export function hasWord(word: string, folded: string, terms: ReadonlySet<string>): boolean {
  if (isUnspaced.test(word)) return folded.includes(word);
  return terms.has(word) || (word.length > stemLetters && terms.has(stemOf(word)));
}

function stemOf(word: string): string {
  return `${word.slice(0, stemLetters)}~`;
}
