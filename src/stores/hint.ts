/** Whether the readable hint cookie says that somebody may be signed in here. Only the server knows for sure. */
export function hasSessionHint(): boolean {
  return /(?:^|;\s*)user_id=[^;]/.test(globalThis.document?.cookie ?? '');
}

/** Forgets a hint that turned out wrong. */
export function forgetSessionHint(): void {
  if (hasSessionHint()) document.cookie = 'user_id=; path=/; max-age=0; samesite=lax';
}
