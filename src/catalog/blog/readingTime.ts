/** Usual reading speed. */
const wordsPerMinute = 220;
const charactersPerMinute = 450;

const character = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}’'-]*/gu;

/**
 * Returns the reading time of a text in whole minutes, at least one. In Chinese, Japanese and Korean it counts characters,
 * in other languages words.
 */
export function readingMinutes(text: string): number {
  const characters = text.match(character)?.length ?? 0;
  const words = text.replace(character, ' ').match(word)?.length ?? 0;
  return Math.max(1, Math.round(characters / charactersPerMinute + words / wordsPerMinute));
}
