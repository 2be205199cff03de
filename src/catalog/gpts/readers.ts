import { memoise } from '#catalog/memoise.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import {
  divideByLanguage,
  groupByLanguage,
  isKnownLanguage,
  languageOfTexts,
} from '#domain/languages/readers.ts';

/** Memoised as an index of `languages`, -1 for other languages, because many lists in eight languages have the same GPT. */
const languageIndex = memoise((gpt: Gpt): number => {
  const language = languageOfTexts(gpt);
  return language === undefined ? -1 : languages.indexOf(language);
});

/** Returns the language of a GPT; `undefined` for one that the interface does not have. */
export function languageOfGpt(gpt: Gpt): Language | undefined {
  return languages[languageIndex(gpt)];
}

/** Groups GPTs by the languages that readers of an interface know, best known first. The last group has all others. */
export function groupForReaders(gpts: readonly Gpt[], reader: Language): Gpt[][] {
  return groupByLanguage(gpts, reader, languageOfGpt);
}

/** Divides GPTs into those whose language readers of an interface know, best known first, and others. */
export function divideForReaders(
  gpts: readonly Gpt[],
  reader: Language,
): { known: Gpt[]; others: Gpt[] } {
  return divideByLanguage(gpts, reader, languageOfGpt);
}

/** Returns GPTs in the order of lists for readers of an interface: those in languages that they know first. */
export function forReaders(gpts: readonly Gpt[], reader: Language): Gpt[] {
  const { known, others } = divideForReaders(gpts, reader);
  return [...known, ...others];
}

/** Whether readers of an interface probably know the language of a GPT. */
export function isKnownToReaders(gpt: Gpt, reader: Language): boolean {
  return isKnownLanguage(languageOfGpt(gpt), reader);
}
