/** Islands of the site layout that can be hydrated from outside. */
export type IslandName =
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
 * Lets the directive `client:interaction` hydrate an island, and opens the frame of a dialog meanwhile. Does nothing for
 * an island that is hydrated already.
 */
export function wake(island: IslandName): void {
  const page = globalThis.document;
  if (!page) return;
  const frame = page.getElementById(island);
  if (frame instanceof HTMLDialogElement && !frame.open) frame.showModal();
  page.dispatchEvent(new Event(`wake:${island}`));
}
