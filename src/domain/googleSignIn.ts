/** Where Google sends a browser back to, and the path of the cookie that binds the two visits. */
export const googlePath = '/auth/google';
export const googleCallbackPath = `${googlePath}/callback`;

/** The name of the popup window, and its specified size. */
export const googleWindow = { name: 'google-sign-in', width: 480, height: 640 } as const;

/** The channel on which the popup reports where its opener is cut off. */
export const googleChannel = 'google-sign-in';

/** Why a sign-in with Google did not work. */
export const googleFailures = [
  'cancelled',
  'expired',
  'unverified',
  'refused',
  'unreachable',
  'tooMany',
] as const;

export type GoogleFailure = (typeof googleFailures)[number];

/** The message that the popup posts to the page that opened it. */
export type GoogleMessage =
  | { type: 'oauth_success' }
  | { type: 'oauth_failure'; reason: GoogleFailure };

/** Minutes that somebody may take at Google. */
export const googleMinutes = 10;

/** Whether a message of a window or a channel is one of the popup's. */
export function isGoogleMessage(data: unknown): data is GoogleMessage {
  if (typeof data !== 'object' || data === null) return false;
  const { type, reason } = data as Record<string, unknown>;
  return (
    type === 'oauth_success' ||
    (type === 'oauth_failure' && googleFailures.some((failure) => failure === reason))
  );
}
