/**
 * The fewest letters of words with one or two typos, of the typed word and of the meant one. Shorter words may have none: too
 * many are similar (“pollo”, “poll”).
 */
const oneTypoMinLetters = 5;
const twoTyposMinLetters = 9;

/** A word as it is compared: Hangul by its letters, not by its syllables. `mask` is a bit set of its letters. */
type Spelling = { word: string; letters: string; mask: number };

/** Words that a misspelt or an unfinished word may mean. */
export class SpellingList {
  readonly #words = new Set<string>();
  readonly #byLength = new Map<number, Spelling[]>();
  readonly #isUsed: (word: string) => boolean;
  #sorted: string[] | undefined;

  /** Words that `isUsed` rejects stay in the list and are not found. */
  constructor(isUsed: (word: string) => boolean = () => true) {
    this.#isUsed = isUsed;
  }

  add(word: string): void {
    if (this.#words.has(word)) return;
    this.#words.add(word);
    this.#sorted = undefined;
    const letters = lettersOf(word);
    const same = this.#byLength.get(letters.length) ?? [];
    this.#byLength.set(letters.length, same);
    same.push({ word, letters, mask: maskOf(letters) });
  }

  /** Returns all words in the order in which they were added. */
  all(): string[] {
    return [...this.#words];
  }

  /** Returns the words with the fewest typos, and that number of typos. Long words may have more typos. */
  nearest(word: string): { words: string[]; typos: number } {
    const letters = lettersOf(word);
    const mask = maskOf(letters);
    let typos = typosIn(letters);
    let words: string[] = [];
    if (typos === 0) return { words, typos };
    const shortest = Math.max(oneTypoMinLetters, letters.length - typos);
    for (let length = shortest; length <= letters.length + typos; length += 1) {
      for (const other of this.#byLength.get(length) ?? []) {
        // Each typo adds or removes at most two different letters.
        if (bitsOf(other.mask ^ mask) > 2 * typos || other.word === word) continue;
        const distance = distanceOf(letters, other.letters, typos);
        if (distance > typos || !this.#isUsed(other.word)) continue;
        if (distance < typos) words = [];
        typos = distance;
        words.push(other.word);
      }
    }
    return { words, typos };
  }

  completionsOf(start: string, most: number): string[] {
    this.#sorted ??= [...this.#words].toSorted((one, other) => (one < other ? -1 : 1));
    const sorted = this.#sorted;
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? '') < start) low = middle + 1;
      else high = middle;
    }
    const found: string[] = [];
    for (let index = low; found.length < most; index += 1) {
      const word = sorted[index];
      if (!word?.startsWith(start)) break;
      if (word !== start && this.#isUsed(word)) found.push(word);
    }
    return found;
  }
}

function typosIn(letters: string): number {
  if (letters.length < oneTypoMinLetters) return 0;
  return letters.length < twoTyposMinLetters ? 1 : 2;
}

function lettersOf(word: string): string {
  return word.normalize('NFD');
}

/** Returns a bit set of the letters of a word, in 32 classes. */
function maskOf(letters: string): number {
  let mask = 0;
  for (let index = 0; index < letters.length; index += 1) {
    mask |= 1 << (letters.charCodeAt(index) & 31);
  }
  return mask;
}

function bitsOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/**
 * Returns the Damerau-Levenshtein distance (optimal string alignment) of two words: insertions, deletions, replacements
 * and swaps of neighbours. Stops above `most`.
 */
function distanceOf(one: string, other: string, most: number): number {
  let before: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      if (isSwapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    [before, previous] = [previous, current];
  }
  return previous[other.length] ?? 0;
}
