import { splitLanguage } from '#domain/site/urls.ts';
import { loginPath } from '#domain/login/loginPaths.ts';
import { isShownSignedIn, noteSessionEnded } from '#stores/browser/sessionHint.ts';

/** Opens another document. */
export function goTo(path: string): void {
  globalThis.location?.assign(path);
}

/** Opens another document in place of this one in the history: Back does not return here. */
export function replaceWith(path: string): void {
  globalThis.location?.replace(path);
}

/** Loads this page again. Drafts are stored when the page is left. */
export function reloadPage(): void {
  globalThis.location?.reload();
}

/** Opens the login page, which returns to the current path afterwards. For a 401 in the chat area. */
export function goToLogin(): void {
  if (isShownSignedIn()) noteSessionEnded();
  leaveForLogin();
}

/** The login page that the browser is opening. A second navigation would keep this page out of the back/forward cache. */
let openingLogin: string | undefined;

globalThis.addEventListener?.('pageshow', () => {
  openingLogin = undefined;
});

/** The same after a sign-out, which needs no explanation. */
export function leaveForLogin(): void {
  const { pathname, search, hash } = location;
  const login = loginPath(pathname + search + hash, splitLanguage(pathname).language);
  if (login === openingLogin || isLeaving()) return;
  openingLogin = login;
  goTo(login);
}

/** Whether a page that returned from the cache is on its way to the login page (`layouts/site/BeforePaint.astro`). */
function isLeaving(): boolean {
  return globalThis.document?.documentElement?.dataset?.['leaving'] !== undefined;
}
