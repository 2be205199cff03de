import { BoundedMemo } from '#domain/boundedMemo.ts';
import { type Language, languageTags } from '#domain/languages/languages.ts';
import { languageOfTag } from '#domain/languages/readLanguage.ts';

/** Cached, because `Intl.DisplayNames` takes longer than the rest of a card. */
const known = new BoundedMemo<string>(2_000);

/** Returns the name of any language in an interface language: `zh-Hant` → `Traditional Chinese`. */
export function languageName(language: Language, tag: string): string {
  return known.getOrCreate(`${language} ${tag}`, () => makeName(language, tag));
}

/** Returns the name of a GPT's language; `null` if it is unknown or that of the page. */
export function otherLanguage(page: Language, tag: string | undefined): string | null {
  if (tag === undefined || languageOfTag(tag) === page) return null;
  return languageName(page, tag);
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

function makeName(language: Language, tag: string): string {
  const name = namesOf(language).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(languageTags[language]) + name.slice(1);
}
