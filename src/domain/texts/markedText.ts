import { foldText } from '#domain/texts/foldText.ts';

/** A part of a text, and whether it matches a search. */
export type Piece = { text: string; isMarked: boolean };

/** Splits a text into pieces that match a search and pieces that do not, in their order. */
export type Marker = (text: string) => Piece[];

/** A range of a text in UTF-16 units; `end` is exclusive. */
export type Span = { start: number; end: number };

/**
 * A character with its accents, invisible signs, and the other parts of a Korean or Japanese syllable. Consonants of Indian
 * scripts that a virama joins are together, because a nasal is folded by the consonant after it.
 */
const character =
  /[^](?:[\p{M}\p{Cf}\u1160-\u11ff\uff9e\uff9f]|(?<=[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0ccd\u0d4d]\p{Cf}*)\p{L})*/gu;

/** Letters of scripts without spaces between words, and of Korean, which often joins words. */
const unspaced =
  /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

const letter = /[\p{L}\p{M}\p{N}]/u;

/** Further words are ignored to save time; the first ones matter most. */
const mostWords = 100;

/**
 * Returns a function that marks each word that begins with one of `words`, which are folded (`marked` of the API). In
 * scripts without spaces it marks every occurrence of the characters.
 */
export function markerOf(words: readonly string[]): Marker {
  const known = [...new Set(words)].filter((word) => word !== '').slice(0, mostWords);
  return (text) => split(text, known);
}

function split(text: string, words: readonly string[]): Piece[] {
  const { folded, sources } = foldCharacters(text);
  const spans = words.flatMap((word) => findWord(folded, word));
  const pieces: Piece[] = [];
  let done = 0;
  for (const { start, end } of merge(spans)) {
    const [from, to] = [sources[start]?.start ?? done, sources[end - 1]?.end ?? done];
    if (from > done) pieces.push({ text: text.slice(done, from), isMarked: false });
    if (to > done) pieces.push({ text: text.slice(Math.max(done, from), to), isMarked: true });
    done = Math.max(done, to);
  }
  if (done < text.length) pieces.push({ text: text.slice(done), isMarked: false });
  return pieces;
}

/** Returns the folded text, and for each of its units the range of `text` that it comes from. */
export function foldCharacters(text: string): { folded: string; sources: Span[] } {
  let folded = '';
  const sources: Span[] = [];
  for (const { index, 0: whole } of text.matchAll(character)) {
    folded += foldText(whole);
    const source = { start: index, end: index + whole.length };
    while (sources.length < folded.length) sources.push(source);
  }
  return { folded, sources };
}

function findWord(folded: string, word: string): Span[] {
  const spans: Span[] = [];
  const isUnspaced = unspaced.test(word);
  for (let start = folded.indexOf(word); start !== -1; start = folded.indexOf(word, start + 1)) {
    const end = start + word.length;
    if (isUnspaced) spans.push({ start, end });
    else if (!isInWord(characterBefore(folded, start))) {
      const wordEnd = endOfWord(folded, end);
      // A single letter is a word by itself (“C”, “R”), not the beginning of one.
      if (word.length > 1 || wordEnd === end) spans.push({ start, end: wordEnd });
    }
  }
  return spans;
}

/** Whether a character belongs to a word of a script with spaces. */
function isInWord(text: string): boolean {
  return letter.test(text) && !unspaced.test(text);
}

function characterBefore(text: string, index: number): string {
  const one = text.charAt(index - 1);
  return /[\udc00-\udfff]/.test(one) ? text.slice(index - 2, index) : one;
}

function endOfWord(text: string, from: number): number {
  let end = from;
  for (const one of text.slice(from)) {
    if (!isInWord(one)) break;
    end += one.length;
  }
  return end;
}

/** Returns the spans in order. Spans that overlap or touch are joined, for example pairs of Chinese characters. */
function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
