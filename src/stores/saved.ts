import { call } from '#contract/call.ts';
import { listSavedGpts, saveGpt, unsaveGpt } from '#contract/gpts.ts';
import { errorMessage, isSignedOut } from '#stores/message.ts';
import { notifyMessage } from '#stores/toasts.ts';
import { openLogin } from '#stores/login.ts';
import { atom } from 'nanostores';

/** Ids of the saved GPTs, most recent first; `undefined` until they are known. */
export const $savedGpts = atom<readonly string[] | undefined>(undefined);

/** Loads the list, as specified: page 1, size 999. Without an answer it stays as it is. */
export async function loadSavedGpts(): Promise<void> {
  const items = await call(listSavedGpts, { query: { page: 1, size: 999 } }).catch(() => undefined);
  if (items) $savedGpts.set(items.map((item) => item.gizmo_id));
}

/** Saves a GPT or forgets it, at once on the screen; a refusal takes it back and is told. Visitors sign in first. */
export async function toggleSaved(id: string): Promise<void> {
  const before = $savedGpts.get() ?? [];
  const isSaved = before.includes(id);
  $savedGpts.set(isSaved ? before.filter((other) => other !== id) : [id, ...before]);
  try {
    await call(isSaved ? unsaveGpt : saveGpt, { params: { id } });
  } catch (error) {
    undo(id, isSaved);
    if (isSignedOut(error)) openLogin();
    else notifyMessage('error', errorMessage(error));
  }
}

function undo(id: string, wasSaved: boolean): void {
  const others = ($savedGpts.get() ?? []).filter((other) => other !== id);
  $savedGpts.set(wasSaved ? [id, ...others] : others);
}
