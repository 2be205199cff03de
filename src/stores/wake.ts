/** The islands of the site layout that something outside them can wake. */
export type Sleeper = 'login-dialog' | 'redeem-dialog' | 'avatar-menu' | 'toasts';

/** Tells the directive `client:interaction` to hydrate the island with this name. Awake islands do not care. */
export function wake(sleeper: Sleeper): void {
  globalThis.document?.dispatchEvent(new Event(`wake:${sleeper}`));
}
