import { googlePath } from '#domain/login/googleSignIn.ts';
import type { Language } from '#domain/languages/languages.ts';

export function loginPath(redirect?: string, language?: Language): string {
  const prefix = language === undefined ? '' : `/${language}`;
  return `${prefix}/login${redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`}`;
}

/**
 * Starts a sign-in with Google: in this window, which then opens `redirect`; or in a popup, without `redirect`. A new
 * account may need an invitation.
 */
export function googleSignInPath(language: Language, redirect?: string, invitation = ''): string {
  const entered = invitation === '' ? '' : `&invitation=${encodeURIComponent(invitation)}`;
  const rest = redirect === undefined ? 'popup=1' : `redirect=${encodeURIComponent(redirect)}`;
  return `${googlePath}?lang=${language}&${rest}${entered}`;
}

/**
 * Returns the value of a redirect parameter if it is a path of this site, else `fallback`. Rejects other origins in every
 * spelling (`//host`, `/\host`, schemes) and control characters.
 */
export function safeRedirect(path: string | null | undefined, fallback: string): string {
  if (!path || path.length > 2_000 || !path.startsWith('/')) return fallback;
  // oxlint-disable-next-line no-control-regex -- control characters are what must not pass
  if (/^\/[/\\]|[\\\u0000-\u001f]/.test(path)) return fallback;
  return path;
}
