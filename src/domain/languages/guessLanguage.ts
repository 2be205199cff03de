import { languageOfScript } from '#domain/languages/languageOfScript.ts';
import type { Language } from '#domain/languages/languages.ts';

/** Frequent words of our languages in Latin letters. Vietnamese is found by its letters. */
const frequentWords: readonly (readonly [Language, RegExp])[] = [
  ['en', /\b(?:the|and|of|to|is|that|with|for|you|this)\b/gi],
  ['de', /\b(?:der|die|und|das|ist|nicht|mit|ein|eine|sie)\b/gi],
  ['fr', /\b(?:le|les|des|est|une|et|que|pour|vous|dans)\b/gi],
];

/** Only the start of a text is read. */
const readCharacters = 2_000;

/** Returns the language of a text, as far as letters and frequent words show it; else `fallback`. */
export function guessLanguage(text: string, fallback: Language): Language {
  const start = text.slice(0, readCharacters);
  const found = languageOfScript(start);
  if (found !== undefined) return found === 'zh' && fallback === 'zh_TW' ? fallback : found;
  const counts = frequentWords.map(
    ([language, words]) => [language, start.match(words)?.length ?? 0] as const,
  );
  const [language, count] = counts.reduce((most, next) => (next[1] > most[1] ? next : most));
  return count === 0 ? fallback : language;
}
