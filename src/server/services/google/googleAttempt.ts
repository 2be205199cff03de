import { googleMinutes } from '#domain/login/googleSignIn.ts';
import type { Language } from '#domain/languages/languages.ts';
import type { GoogleChecks } from '#server/gateways/google/google.ts';
import { keyedHash } from '#server/keyedHash.ts';

/** Seconds that a browser has to return from Google. */
export const googleSeconds = googleMinutes * 60;

/** A started sign-in with Google. */
export type GoogleAttempt = {
  language: Language;
  /** The path to which a browser without a popup continues. */
  redirect: string;
  isPopup: boolean;
  /** The hash of an invitation that was entered before; `null` for none. */
  invitationHash: string | null;
};

/**
 * Returns the secrets of an attempt, derived from the token in the browser's cookie. The database stores none of them,
 * and only the browser that began can return with the right ones.
 */
export function googleChecks(secret: string, attemptToken: string): GoogleChecks {
  const derive = (purpose: string) => keyedHash(secret, `google ${purpose}`, attemptToken);
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}
