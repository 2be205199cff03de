import { languageOfScript } from '#domain/languages/languageOfScript.ts';
import { type Language, defaultLanguage, languages } from '#domain/languages/languages.ts';
import { languageOfTag } from '#domain/languages/readLanguage.ts';

/** The texts of a GPT, and the tag of their language, if it is known. */
export type WrittenTexts = { lang: string | null; name: string; description: string | null };

/**
 * Returns the language of a GPT’s texts: without a tag that of their script, else English, which most of them have.
 * `undefined` for a language that the interface does not have.
 */
export function languageOfTexts({ lang, name, description }: WrittenTexts): Language | undefined {
  if (lang !== null) return languageOfTag(lang);
  return languageOfScript(description ?? name) ?? defaultLanguage;
}

/** Chinese readers read their own script best, and most of them the other one better than English. */
const otherScripts: Readonly<Partial<Record<Language, Language>>> = { zh: 'zh_TW', zh_TW: 'zh' };

/** Computed once, because a publish divides lists by it hundreds of thousands of times. */
const knownTo = new Map(languages.map((reader) => [reader, languagesKnownTo(reader)]));

function languagesKnownTo(reader: Language): readonly Language[] {
  const otherScript = otherScripts[reader];
  return [...new Set([reader, ...(otherScript ? [otherScript] : []), defaultLanguage])];
}

/** Returns the languages that readers of an interface probably know, best known first. English is the last one. */
export function knownLanguages(reader: Language): readonly Language[] {
  return knownTo.get(reader) ?? languagesKnownTo(reader);
}

/** Whether readers of an interface probably know a language; `undefined` is one that the interface does not have. */
export function isKnownLanguage(language: Language | undefined, reader: Language): boolean {
  return language !== undefined && knownLanguages(reader).includes(language);
}

/**
 * Groups items by the languages that readers of an interface know, best known first. The last group has all others. The
 * order within each group stays.
 */
export function groupByLanguage<Item>(
  items: readonly Item[],
  reader: Language,
  languageOf: (item: Item) => Language | undefined,
): Item[][] {
  const known = knownLanguages(reader);
  const groups: Item[][] = Array.from({ length: known.length + 1 }, () => []);
  for (const item of items) {
    const language = languageOf(item);
    const place = language === undefined ? -1 : known.indexOf(language);
    groups.at(place)?.push(item);
  }
  return groups;
}

/** Divides items into those in languages that readers of an interface know, best known first, and all others. */
export function divideByLanguage<Item>(
  items: readonly Item[],
  reader: Language,
  languageOf: (item: Item) => Language | undefined,
): { known: Item[]; others: Item[] } {
  const groups = groupByLanguage(items, reader, languageOf);
  return { known: groups.slice(0, -1).flat(), others: groups.at(-1) ?? [] };
}
