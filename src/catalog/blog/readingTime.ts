/** Pages are read at about this pace in a minute. */
const wordsPerMinute = 220;
const charactersPerMinute = 450;

const character = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}’'-]*/gu;

/**
 * Whole minutes that a text takes, at least one. Words are counted where words are parted by spaces, characters in
 * Chinese, Japanese and Korean.
 */
export function readingMinutes(text: string): number {
  const characters = text.match(character)?.length ?? 0;
  const words = text.replace(character, ' ').match(word)?.length ?? 0;
  return Math.max(1, Math.round(characters / charactersPerMinute + words / wordsPerMinute));
}
