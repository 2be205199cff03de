import type { Language } from '#domain/languages/languages.ts';

export function loginPath(redirect?: string, language?: Language): string {
  const prefix = language === undefined ? '' : `/${language}`;
  return `${prefix}/login${redirect === undefined ? '' : `?redirect=${encodeURIComponent(shortened(redirect))}`}`;
}

/**
 * Returns the value of a redirect parameter if it is a path of this site, else `fallback`. Rejects other origins in every
 * spelling (`//host`, `/\host`, schemes) and control characters. A path that is too long loses its query.
 */
export function safeRedirect(path: string | null | undefined, fallback: string): string {
  const short = shortened(path ?? '');
  if (!short.startsWith('/') || short.length > redirectCharacters) return fallback;
  // oxlint-disable-next-line no-control-regex -- control characters are what must not pass
  if (/^\/[/\\]|[\\\u0000-\u001f]/.test(short)) return fallback;
  return short;
}

/**
 * Most characters of a redirect. Encoded again in the address of the login page, it fits into the 16 KB that the server reads,
 * with a question of 800 Chinese characters for a chat.
 */
const redirectCharacters = 8_000;

/** Returns a path that is too long without its query. */
export function shortened(path: string): string {
  return path.length > redirectCharacters ? path.replace(/[?#].*$/s, '') : path;
}
