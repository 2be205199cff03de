import { type EditorWords, wordLanguagesOf } from '#server/services/gpts/search/editorWords.ts';
import { languageOfScript } from '#domain/languages/languageOfScript.ts';
import type { Concept } from '#server/services/gpts/search/readConcepts.ts';
import type { RequestedGpts } from '#server/services/gpts/search/rankGpts.ts';

const markedAtMost = 100;

/** A single letter would be marked at the beginning of many words. */
const markedMinCharacters = 2;

const isUnspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Returns the words to highlight in results: typed or meant words, then the words of their groups. */
export function markedWords(
  { query, locale }: Pick<RequestedGpts, 'query' | 'locale'>,
  concepts: readonly Concept[],
  { groups }: EditorWords,
): string[] {
  const script = languageOfScript(query);
  const languages = [...wordLanguagesOf(locale), ...(script ? wordLanguagesOf(script) : [])];
  const ofGroups = concepts
    .flatMap((concept) => concept.groups)
    .flatMap((group) =>
      languages.flatMap((language) => groups.get(group)?.words.get(language) ?? []),
    );
  const written = concepts.flatMap(({ words }) => words);
  const marked = new Set([...written, ...ofGroups].filter(isMarked));
  return [...marked].slice(0, markedAtMost);
}

function isMarked(word: string): boolean {
  return word.length >= markedMinCharacters || isUnspaced.test(word);
}
