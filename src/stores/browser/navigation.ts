import { splitLanguage, loginPath } from '#domain/urls.ts';
import { isShownSignedIn, noteSessionEnded } from '#stores/account/hint.ts';

/** Leaves for another document. */
export function goTo(path: string): void {
  globalThis.location?.assign(path);
}

/** Leaves for another document that takes the place of this one: going back does not lead here again. */
export function replaceWith(path: string): void {
  globalThis.location?.replace(path);
}

/** Where a 401 in the chat area leads: the login page, which comes back to the current path. */
export function goToLogin(): void {
  if (isShownSignedIn()) noteSessionEnded();
  const { pathname, search, hash } = location;
  goTo(loginPath(pathname + search + hash, splitLanguage(pathname).language));
}
