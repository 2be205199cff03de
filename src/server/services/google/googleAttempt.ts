import { timingSafeEqual } from 'node:crypto';
import { googleMinutes } from '#domain/googleSignIn.ts';
import type { Language } from '#domain/languages.ts';
import type { GoogleChecks } from '#server/gateways/google/google.ts';
import { keyedHash } from '#server/keyedHash.ts';

/** A browser has this long to come back from Google. */
export const googleSeconds = googleMinutes * 60;

/** A sign-in with Google that has begun. */
export type GoogleAttempt = {
  language: Language;
  /** The path that a browser without a popup goes on to. */
  redirect: string;
  isPopup: boolean;
};

/**
 * Returns the secrets of an attempt, derived from the token in the browser's cookie: the database holds none of them, and
 * only the browser that began can come back with the right ones.
 */
export function googleChecks(secret: string, attemptToken: string): GoogleChecks {
  const derive = (purpose: string) => keyedHash(secret, `google ${purpose}`, attemptToken);
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

/** Whether two states are the same, in a time that does not depend on where they differ. */
export function isSameState(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
