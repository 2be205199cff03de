/** Whom the readable hint cookie names, as it stands there, if anybody. Only the server knows for sure. */
export function sessionHint(): string | undefined {
  return /(?:^|;\s*)user_id=([^;]+)/.exec(globalThis.document?.cookie ?? '')?.[1];
}

/** Whether the hint cookie says that somebody may be signed in here. */
export function hasSessionHint(): boolean {
  return sessionHint() !== undefined;
}

/** Forgets a hint that turned out wrong. */
export function forgetSessionHint(): void {
  if (hasSessionHint()) document.cookie = 'user_id=; path=/; max-age=0; samesite=lax';
}

/** Whether the page still shows somebody as signed in. */
export function isShownSignedIn(): boolean {
  return globalThis.document?.documentElement.classList.contains('signed-in') ?? false;
}

const endedKey = 'session-ended';

/** Notes for the login page that a session has ended which was not left on purpose. */
export function noteSessionEnded(): void {
  try {
    sessionStorage.setItem(endedKey, 'yes');
  } catch {
    // Forbidden: the login page does not say why.
  }
}

/** Whether a session has ended so since the last call. */
export function takeSessionEnded(): boolean {
  try {
    const isEnded = sessionStorage.getItem(endedKey) !== null;
    sessionStorage.removeItem(endedKey);
    return isEnded;
  } catch {
    return false;
  }
}
