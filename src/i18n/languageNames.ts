import { type Language, languageTags } from '#domain/languages.ts';

/** The name of any language in an interface language: `zh-Hant` → `Traditional Chinese`. */
export function languageName(language: Language, tag: string): string {
  const name = namesOf(language).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(languageTags[language]) + name.slice(1);
}

const names = new Map<Language, Intl.DisplayNames>();

function namesOf(language: Language): Intl.DisplayNames {
  const known =
    names.get(language) ??
    new Intl.DisplayNames(languageTags[language], {
      type: 'language',
      languageDisplay: 'standard',
    });
  names.set(language, known);
  return known;
}
