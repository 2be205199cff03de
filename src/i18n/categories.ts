import { categoryWords } from '#domain/gpts.ts';
import { readCatalogue } from '#i18n/catalogues.ts';
import { translator } from '#i18n/translate.ts';
import { type Language, defaultLanguage } from '#domain/languages.ts';

/** A category's name in a language; one that nobody translated is shown as its slug, made readable. */
export function categoryName(language: Language, slug: string): string {
  const names = readCatalogue(language, 'categories');
  return Object.hasOwn(names, slug)
    ? translator(language, 'categories')(slug)
    : categoryWords(slug);
}

/** The slugs of the categories that have names in every language. */
export function translatedCategories(): string[] {
  return Object.keys(readCatalogue(defaultLanguage, 'categories'));
}
