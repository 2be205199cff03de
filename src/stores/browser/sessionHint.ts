import { readStored, store } from '#stores/browser/storage.ts';

/** Returns the user id in the readable hint cookie, if any. The hint may be wrong: only the server knows the session. */
export function sessionHint(): string | undefined {
  return /(?:^|;\s*)user_id=([^;]+)/.exec(globalThis.document?.cookie ?? '')?.[1];
}

/** Whether the hint cookie shows that a user may be signed in here. */
export function hasSessionHint(): boolean {
  return sessionHint() !== undefined;
}

/** Removes a hint that turned out to be wrong. */
export function forgetSessionHint(): void {
  if (hasSessionHint()) document.cookie = 'user_id=; path=/; max-age=0; samesite=lax';
}

/** Whether the page still shows somebody as signed in. */
export function isShownSignedIn(): boolean {
  return globalThis.document?.documentElement.classList.contains('signed-in') ?? false;
}

const endedKey = 'session-ended';

/** Remembers for the login page that a session has ended without a sign-out. */
export function noteSessionEnded(): void {
  store(endedKey, 'yes', 'sessionStorage');
}

/** Whether `noteSessionEnded` was called since the last call. */
export function takeSessionEnded(): boolean {
  const isEnded = readStored(endedKey, 'sessionStorage') !== undefined;
  store(endedKey, undefined, 'sessionStorage');
  return isEnded;
}
