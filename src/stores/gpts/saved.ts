import { call } from '#contract/call.ts';
import { listSavedGpts, saveGpt, unsaveGpt } from '#contract/gpts/gpts.ts';
import { signInFirst } from '#stores/account/afterSignIn.ts';
import { errorMessage, isSignedOut, message } from '#stores/browser/message.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';
import { $account, isVisitor } from '#stores/account/user.ts';
import { atom } from 'nanostores';

/** Ids of the saved GPTs, most recent first; `undefined` until they are loaded. */
export const $savedGpts = atom<readonly string[] | undefined>(undefined);

/** Ids of saved GPTs that were removed from the directory. */
export const $removedGpts = atom<readonly string[]>([]);

/** By id, whether a GPT is to be saved, while calls about it are pending. */
const pending = new Map<string, boolean>();

/** Loads the list, as specified: page 1, size 999. Returns whether that succeeded; else the present list stays. */
export async function loadSavedGpts(): Promise<boolean> {
  const items = await call(listSavedGpts, { query: { page: 1, size: 999 } }).catch(() => undefined);
  if (!items) return false;
  const idsOf = (isRemoved: boolean) =>
    items.filter((item) => item.is_removed === isRemoved).map((item) => item.gizmo_id);
  $removedGpts.set(idsOf(true));
  $savedGpts.set(idsOf(false));
  for (const [id, isSaved] of pending) show(id, isSaved);
  return true;
}

/** Why visitors are asked to sign in here. */
const reason = message('login.reason.save');

let loading: Promise<boolean> | undefined;

/** Loads the list if it is not loaded yet. Returns whether it is loaded now. */
export async function ensureSavedGpts(): Promise<boolean> {
  if ($savedGpts.get()) return true;
  loading ??= loadSavedGpts().finally(() => {
    loading = undefined;
  });
  return loading;
}

/**
 * Saves a GPT, or removes it from the saved ones. Shows that before the server has confirmed it; a failure reverts it and
 * shows a notification. A visitor signs in first; then the GPT is saved.
 */
export async function toggleSaved(id: string): Promise<void> {
  if (isVisitor()) return signInFirst(reason, () => void saveAfterSignIn(id));
  const isSaved = ($savedGpts.get() ?? []).includes(id);
  show(id, !isSaved);
  const isSending = pending.has(id);
  pending.set(id, !isSaved);
  if (!isSending) await send(id, isSaved);
}

/** Removes GPTs that are no longer in the directory from the saved ones. */
export async function forgetRemoved(ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids) await call(unsaveGpt, { params: { id } });
  } catch (error) {
    notifyMessage('error', errorMessage(error));
  }
  await loadSavedGpts();
}

/** Sends calls one after the other until the server has the last state, so that the last click wins. */
async function send(id: string, wasSaved: boolean): Promise<void> {
  let confirmed = wasSaved;
  try {
    for (
      let next = pending.get(id);
      next !== undefined && next !== confirmed;
      next = pending.get(id)
    ) {
      await call(next ? saveGpt : unsaveGpt, { params: { id } });
      confirmed = next;
    }
  } catch (error) {
    show(id, confirmed);
    const wasSaving = pending.get(id) === true;
    const action = wasSaving ? () => void saveAfterSignIn(id) : undefined;
    if (isSignedOut(error)) signInFirst(reason, action);
    else notifyMessage('error', errorMessage(error));
  } finally {
    pending.delete(id);
  }
}

function show(id: string, isSaved: boolean): void {
  const ids = $savedGpts.get() ?? [];
  if (ids.includes(id) === isSaved) return;
  $savedGpts.set(isSaved ? [id, ...ids] : ids.filter((other) => other !== id));
}

async function saveAfterSignIn(id: string): Promise<void> {
  await ensureSavedGpts();
  if (!$savedGpts.get()?.includes(id)) await toggleSaved(id);
}

$account.listen((account) => {
  if (account) return;
  $savedGpts.set(undefined);
  $removedGpts.set([]);
});
