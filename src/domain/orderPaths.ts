import type { Language } from '#domain/languages.ts';

/** Paths of payment. As in `urls.ts`, every path is absolute and has no trailing slash. */

/** The page on which an order is paid; `success` and `failed` are where it ends. */
export function payPath(language: Language, order: string, end?: 'success' | 'failed'): string {
  const path = `${payShellPath(language)}/${encodeURIComponent(order)}`;
  return end === undefined ? path : `${path}/${end}`;
}

/** The one page that serves every path of payment of a language. */
export function payShellPath(language: Language): string {
  return `/${language}/pay`;
}
