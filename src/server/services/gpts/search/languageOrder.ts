import { languageOfScript } from '#domain/languages/languageOfScript.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { knownLanguages } from '#domain/languages/readers.ts';
import { scriptsOf } from '#server/services/gpts/search/editorWords.ts';
import type { SearchIndex } from '#server/services/gpts/search/searchIndex.ts';

/** Factors of GPTs that are not in the language of the interface. */
const englishFactor = 0.8;
export const foreignFactor = 0.03;

/** Larger than the factor of any popularity. */
const languageStep = 1_000;

/**
 * Returns the factor of each language by its index. GPTs in the language of the interface come first, then English ones,
 * unless the query is in another script.
 */
export function languageFactors(query: string, locale: Language): number[] {
  const script = languageOfScript(query);
  const isForeign = script && script !== locale && !(script === 'zh' && locale === 'ja');
  const read = (isForeign ? [locale, script] : [locale]).flatMap(scriptsOf);
  return languages.map((language) => {
    if (read.includes(language)) return 1;
    return language === 'en' ? englishFactor : foreignFactor;
  });
}

/** Returns a function that returns the sort key of a GPT in lists: by languages that readers know, then by popularity. */
export function listKey(index: SearchIndex, locale: Language): (number: number) => number {
  const known = knownLanguages(locale).toReversed();
  return (number) => {
    const language = languages[index.languages[number] as number];
    const step = language === undefined ? -1 : known.indexOf(language);
    return step * languageStep + (index.popularities[number] as number);
  };
}
