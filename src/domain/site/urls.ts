import { type Language, isLanguage } from '#domain/languages/languages.ts';

/**
 * The common parts of all paths. Functions in `<subject>/…Paths.ts` build the paths; no other code builds
 * them from strings. Every path is absolute and has no trailing slash.
 */

/**
 * Splits a path into its language and the rest. `language` is `undefined` if the first segment is not exactly a
 * language.
 */
export function splitLanguage(path: string): { language: Language | undefined; rest: string } {
  const start = path.indexOf('/') + 1;
  const slash = path.indexOf('/', start);
  const end = slash === -1 ? path.length : slash;
  const first = start === 0 ? '' : path.slice(start, end);
  if (!isLanguage(first)) return { language: undefined, rest: path };
  return { language: first, rest: path.slice(end) };
}

/** Returns the same path in another language. */
export function inLanguage(path: string, language: Language): string {
  const { rest } = splitLanguage(path);
  return rest === '/' ? `/${language}` : `/${language}${rest}`;
}

/** The path of a page of a list. The first page has no number. */
export function paged(first: string, page: number): string {
  return page === 1 ? first : `${first}/page/${page}`;
}

/** A text as a segment of a path. */
export function segment(value: string): string {
  return encodeURIComponent(value);
}
