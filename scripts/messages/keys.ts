import { valuesIn } from '#i18n/messageProblem.ts';
import { type Language, defaultLanguage, languageTags } from '#domain/languages/languages.ts';
import { type Finding, type Texts, stemOf } from './finding.ts';

/** Finds keys that a language lacks or that English does not have, regardless of plural forms. */
export function findKeys(language: Language, texts: Texts, english: Texts): Finding[] {
  const requested = new Set([...english.keys()].map(stemOf));
  const own = new Set([...texts.keys()].map(stemOf));
  return [
    ...[...requested.difference(own)].map((message): Finding => {
      return { kind: 'missing', language, message, problem: 'is missing' };
    }),
    ...[...own.difference(requested)].map((message): Finding => {
      return { kind: 'unknown', language, message, problem: 'is not in English' };
    }),
  ];
}

/** Finds plural forms that are missing or that the language does not have, by the rules of Unicode CLDR (`Intl.PluralRules`). */
export function findPlurals(language: Language, texts: Texts): Finding[] {
  const { pluralCategories } = new Intl.PluralRules(languageTags[language]).resolvedOptions();
  const needed: readonly string[] = pluralCategories;
  const stems = [...texts.keys()].filter((key) => key.endsWith('_other')).map(stemOf);
  const lacking = stems
    .flatMap((stem) => needed.map((form) => `${stem}_${form}`))
    .filter((message) => !texts.has(message))
    .map((message): Finding => {
      return { kind: 'plural', language, message, problem: 'is missing: the language needs it' };
    });
  const strange = [...texts.keys()]
    .filter((key) => stemOf(key) !== key && !needed.includes(key.slice(stemOf(key).length + 1)))
    .map((message): Finding => {
      return { kind: 'plural', language, message, problem: 'is a form that it does not have' };
    });
  return [...lacking, ...strange];
}

/** Finds texts whose `{{values}}` differ from English. A singular may leave out the count and write “one” in words. */
export function findValues(language: Language, texts: Texts, english: Texts): Finding[] {
  if (language === defaultLanguage) return [];
  const given = new Map<string, Set<string>>();
  for (const [key, text] of english) {
    const names = given.get(stemOf(key)) ?? new Set();
    given.set(stemOf(key), names.union(new Set(valuesIn(text))));
  }
  return [...texts].flatMap(([message, text]): Finding[] => {
    const names = given.get(stemOf(message));
    if (names === undefined) return [];
    const isCounted = stemOf(message) !== message;
    const differing = [...names.symmetricDifference(new Set(valuesIn(text)))].filter(
      (name) => !(isCounted && name === 'count'),
    );
    if (differing.length === 0) return [];
    const named = differing.map((name) => `{{${name}}}`).join(', ');
    return [{ kind: 'values', language, message, problem: `differs from English in ${named}` }];
  });
}
