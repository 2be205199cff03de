import { localizePath } from 'astro-i18next';
import { BoundedMemo } from '#domain/boundedMemo.ts';
import { absoluteUrl } from '#i18n/absoluteUrl.ts';
import {
  type Language,
  defaultLanguage,
  languageTags,
  languages,
} from '#domain/languages/languages.ts';

/**
 * Paths of pages in other languages, by astro-i18next. Only layouts may import this file: the package takes 70 to 280 ms to
 * load in plain Node, and browsers must not load it. Other code uses `inLanguage` of `src/domain/site/urls.ts`, which returns the
 * same paths.
 */

export type Alternate = { hreflang: string; href: string };

/** Each page names all its languages in its head, in the menu and in the footer. */
const localized = new BoundedMemo<string>(100);

/** Returns the path of a page in another language. `path` has no query and no hash. */
export function localizedPath(path: string, language: Language): string {
  return localized.getOrCreate(`${language} ${path}`, () => localizePath(path, language, '/'));
}

/**
 * Returns the URLs of a page in all its languages, including its own, and `x-default`, which is the first of them. Returns
 * nothing without a public origin, because search engines ignore relative alternates.
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
