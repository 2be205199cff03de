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
