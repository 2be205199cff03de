import { type Language, languages } from '#domain/languages/languages.ts';

/**
 * The languages of checks that take long for each: all with `WHOLE_SITE`, else one with long words and one without spaces
 * between words.
 */
export const checkedLanguages: readonly Language[] =
  process.env['WHOLE_SITE'] === undefined ? ['de', 'ja'] : languages;
