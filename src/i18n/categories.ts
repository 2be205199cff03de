import { categoryWords } from '#domain/gpts/gpts.ts';
import { readCatalogue } from '#i18n/catalogues.ts';
import { translator } from '#i18n/translate.ts';
import { type Language, defaultLanguage } from '#domain/languages/languages.ts';

/** Returns a category's name in a language; without a translation, its slug in words. */
export function categoryName(language: Language, slug: string): string {
  const names = readCatalogue(language, 'categories');
  return Object.hasOwn(names, slug)
    ? translator(language, 'categories')(slug)
    : categoryWords(slug);
}

/** Returns the slugs of the categories with translations. */
export function translatedCategories(): string[] {
  return Object.keys(readCatalogue(defaultLanguage, 'categories'));
}
