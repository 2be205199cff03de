import { foldMarks, foldText } from '#domain/texts/foldText.ts';

/** Scripts without spaces between words. The search uses pairs of neighbouring characters for them. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u30fc`;

const spacedWord = String.raw`[[\p{L}\p{N}\p{M}]--[${unspaced}]]+`;

/** A run of such a script, or a word, which may end with `+` or `#` (`C++`, `F#`). */
const words = new RegExp(
  String.raw`(?<run>[${unspaced}]+)|${spacedWord}(?:[+#]{1,2}(?![\p{L}\p{N}]))?`,
  'gv',
);

const symbols = /[\p{P}\p{S}]+/gu;

/** Characters that join the parts of a word: `GPT-4`, `don’t`, `Node.js`, `art_and_design`, `R&D`. */
const joiner = /^[-.'’_&/·‐]$/;

/** The positions between the parts of a word: `StoryTeller`, `PDFReader`, `gpt4`. */
const partBorder =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L}\p{M}*)(?=\p{N})|(?<=\p{N})(?=\p{L})/u;

/** Words with only one part, as most are. */
const plainWord = /^(?:[a-z]+|\d+)$/;

/** A word of Latin letters with punctuation, as most pieces between spaces are. It needs no further splitting. */
const plainPiece = /^["'(]?([A-Za-z]?[a-z]{1,40})[.,:;!?)"']*$/;

const wordMaxCharacters = 64;
const joinedMaxCharacters = 40;

/** A folded word of a text. A `run` is text of a script without spaces between words. */
export type Word = { kind: 'word' | 'run'; text: string };

/** Returns the words of a text in their order, at most `most`. */
export function wordsOf(text: string, most: number): Word[] {
  const found: Word[] = [];
  for (const match of foldText(text).matchAll(words)) {
    if (found.length === most) break;
    found.push(toWord(match));
  }
  return found;
}

/** Returns the index entries of a text: its words, their parts, and joined words such as `gpt4` for `GPT-4`. */
export function indexedWords(text: string, most: number): Set<string> {
  const index = new WordIndex(most);
  index.add(text);
  return index.found;
}

/** Collects the index entries of texts, at most a few more than `most`. */
export class WordIndex {
  readonly found = new Set<string>();
  readonly #most: number;
  /** Pieces between spaces that are already indexed. Long texts repeat most of them. */
  readonly #known = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  add(text: string): void {
    for (const piece of foldMarks(text).match(/\S+/g) ?? []) {
      if (this.found.size >= this.#most) break;
      if (this.#known.has(piece)) continue;
      this.#known.add(piece);
      this.#addPiece(piece);
    }
  }

  #addPiece(piece: string): void {
    const plain = plainPiece.exec(piece)?.[1];
    if (plain !== undefined) {
      this.found.add(plain.toLowerCase());
      return;
    }
    let chain = '';
    let previous: { text: string; end: number } | undefined;
    for (const match of piece.matchAll(words)) {
      if (this.found.size >= this.#most) break;
      const word = toWord(match);
      if (word.kind === 'run') {
        for (const pair of pairsOf(word.text)) this.found.add(pair);
        previous = undefined;
        continue;
      }
      for (const part of partsOf(match[0], word.text)) this.found.add(part);
      const isJoined = previous && joiner.test(piece.slice(previous.end, match.index));
      chain = isJoined ? chain + word.text : word.text;
      if (isJoined && previous) addJoined(this.found, [previous.text + word.text, chain]);
      previous = { text: word.text, end: match.index + match[0].length };
    }
  }
}

/** Returns neighbouring words joined to one: a search for `Chat GPT` also finds `chatgpt`. */
export function neighboursJoined(found: readonly Word[]): Set<string> {
  const joined = new Set<string>();
  for (const [index, word] of found.entries()) {
    const next = found[index + 1];
    if (next && word.kind === 'word' && next.kind === 'word') {
      addJoined(joined, [word.text + next.text]);
    }
  }
  return joined;
}

/** Returns every pair of neighbouring characters, and the last character, so that each character starts an entry. */
export function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

/** Returns the runs of punctuation and symbols in a text. */
export function symbolsOf(text: string): string[] {
  return foldText(text).match(symbols) ?? [];
}

/** Returns the key for comparing two texts: their words, or their symbols if there are no words. */
export function wholeOf(text: string): string {
  const parts = wordsOf(text, 50).map((word) => word.text);
  const whole = parts.length > 0 ? parts.join(' ') : symbolsOf(text).join(' ');
  return firstCharacters(whole, 100);
}

function toWord(match: RegExpMatchArray): Word {
  if (match.groups?.['run'] !== undefined) return { kind: 'run', text: match[0] };
  return { kind: 'word', text: firstCharacters(foldText(match[0]), wordMaxCharacters) };
}

function partsOf(written: string, folded: string): string[] {
  if (plainWord.test(written)) return [folded];
  const ending = /[+#]+$/;
  const parts = written.replace(ending, '').split(partBorder).map(foldText);
  return [folded, folded.replace(ending, ''), ...parts].map((part) =>
    firstCharacters(part, wordMaxCharacters),
  );
}

function addJoined(found: Set<string>, joined: readonly string[]): void {
  for (const text of joined) if (text.length <= joinedMaxCharacters) found.add(text);
}

function firstCharacters(text: string, most: number): string {
  return text.length <= most ? text : [...text].slice(0, most).join('');
}
