import type { Language } from '#domain/languages/languages.ts';
import { shortened } from '#domain/login/loginPaths.ts';

/** The start of a sign-in, also the path of its cookie; and the URL to which Google redirects the browser. */
export const googlePath = '/auth/google';
export const googleCallbackPath = `${googlePath}/callback`;

/**
 * Starts a sign-in with Google: in this window, which then opens `redirect`; or in a popup, without `redirect`. A new
 * account may need an invitation.
 */
export function googleSignInPath(language: Language, redirect?: string, invitation = ''): string {
  const entered = invitation === '' ? '' : `&invitation=${encodeURIComponent(invitation)}`;
  const rest =
    redirect === undefined ? 'popup=1' : `redirect=${encodeURIComponent(shortened(redirect))}`;
  return `${googlePath}?lang=${language}&${rest}${entered}`;
}

/** The name of the popup window, and its specified size. */
export const googleWindow = { name: 'google-sign-in', width: 480, height: 640 } as const;

/** Name of the `BroadcastChannel` that the popup uses if it has lost its `opener`. */
export const googleChannel = 'google-sign-in';

/** Reasons why a sign-in with Google failed. */
export const googleFailures = [
  'cancelled',
  'expired',
  'unverified',
  'refused',
  'unreachable',
  'tooMany',
  'blocked',
  'closed',
  'uninvited',
  'unknownInvitation',
] as const;

export type GoogleFailure = (typeof googleFailures)[number];

/** The message that the popup posts to the page that opened it. */
export type GoogleMessage =
  | { type: 'oauth_success' }
  | { type: 'oauth_failure'; reason: GoogleFailure };

/** Minutes after which a started sign-in expires. */
export const googleMinutes = 10;

/** Whether a message from a window or channel is one of the popup's. */
export function isGoogleMessage(data: unknown): data is GoogleMessage {
  if (typeof data !== 'object' || data === null) return false;
  const { type, reason } = data as Record<string, unknown>;
  return (
    type === 'oauth_success' ||
    (type === 'oauth_failure' && googleFailures.some((failure) => failure === reason))
  );
}
