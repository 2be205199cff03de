import { localizePath } from 'astro-i18next';
import { BoundedMemo } from '#domain/boundedMemo.ts';
import { absoluteUrl } from '#i18n/absoluteUrl.ts';
import { type Language, defaultLanguage, languageTags, languages } from '#domain/languages.ts';

/**
 * Paths of pages in other languages, by astro-i18next. Only layouts import this file: the package takes 70 to 280 ms to
 * load in plain Node, and browsers must not load it. Both use `inLanguage` of `src/domain/urls.ts`, which returns the same.
 */

export type Alternate = { hreflang: string; href: string };

/** Each page names all its languages in its head, in the menu and in the footer. */
const localized = new BoundedMemo<string>(100);

/** Returns the path of a page in another language. `path` has no query and no hash. */
export function localizedPath(path: string, language: Language): string {
  const key = `${language} ${path}`;
  const known = localized.get(key) ?? localizePath(path, language, '/');
  localized.set(key, known);
  return known;
}

/**
 * Returns the addresses of a page in all languages that have it, itself included, and `x-default`, which is the first of
 * them. Empty without a public origin: relative alternates mean nothing to search engines.
 */
export function alternatesOf(
  path: string,
  origin: string | undefined,
  translations: readonly Language[] = languages,
): Alternate[] {
  if (origin === undefined) return [];
  const hrefOf = (language: Language) => absoluteUrl(localizedPath(path, language), origin);
  return [
    ...translations.map((language) => ({
      hreflang: languageTags[language],
      href: hrefOf(language),
    })),
    { hreflang: 'x-default', href: hrefOf(translations[0] ?? defaultLanguage) },
  ];
}
