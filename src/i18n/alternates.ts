import { type Language, defaultLanguage, languageTags, languages } from '#domain/languages.ts';
import { inLanguage } from '#domain/urls.ts';

export type Alternate = { hreflang: string; href: string };

/**
 * The addresses of a page in all languages that have it, itself included, and `x-default`. Empty without a public
 * origin: relative alternates mean nothing to those who read them.
 */
export function alternatesOf(
  path: string,
  origin: string | undefined,
  translations: readonly Language[] = languages,
): Alternate[] {
  if (origin === undefined) return [];
  const hrefOf = (language: Language) => absoluteUrl(inLanguage(path, language), origin);
  return [
    ...translations.map((language) => ({
      hreflang: languageTags[language],
      href: hrefOf(language),
    })),
    { hreflang: 'x-default', href: hrefOf(defaultLanguage) },
  ];
}

/** A path of this site under its public origin. */
export function absoluteUrl(path: string, origin: string): string {
  return `${origin.replace(/\/+$/, '')}${path}`;
}
