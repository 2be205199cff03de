import { splitLanguage, loginPath } from '#domain/urls.ts';
import { isShownSignedIn, noteSessionEnded } from '#stores/account/sessionHint.ts';

/** Opens another document. */
export function goTo(path: string): void {
  globalThis.location?.assign(path);
}

/** Opens another document in place of this one in the history: Back does not return here. */
export function replaceWith(path: string): void {
  globalThis.location?.replace(path);
}

/** Opens the login page, which returns to the current path afterwards. For a 401 in the chat area. */
export function goToLogin(): void {
  if (isShownSignedIn()) noteSessionEnded();
  const { pathname, search, hash } = location;
  goTo(loginPath(pathname + search + hash, splitLanguage(pathname).language));
}
