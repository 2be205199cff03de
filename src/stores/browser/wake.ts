/** The islands of the site layout that something outside them can wake. */
export type Sleeper =
  | 'login-dialog'
  | 'redeem-dialog'
  | 'redeem-page'
  | 'avatar-menu'
  | 'toasts'
  | 'save-toggle'
  | 'save-gpt'
  | 'saved-lists'
  | 'offers'
  | 'report-dialog';

/**
 * Tells the directive `client:interaction` to hydrate the island with this name, and opens its frame meanwhile where it
 * is a dialog. Awake islands do not care.
 */
export function wake(sleeper: Sleeper): void {
  const page = globalThis.document;
  if (!page) return;
  const frame = page.getElementById(sleeper);
  if (frame instanceof HTMLDialogElement && !frame.open) frame.showModal();
  page.dispatchEvent(new Event(`wake:${sleeper}`));
}
