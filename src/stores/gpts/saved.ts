import { call } from '#contract/call.ts';
import { listSavedGpts, saveGpt, unsaveGpt } from '#contract/gpts.ts';
import { signInFirst } from '#stores/account/afterSignIn.ts';
import { errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { notifyMessage } from '#stores/browser/toasts.ts';
import { $account, isVisitor } from '#stores/account/user.ts';
import { atom } from 'nanostores';

/** Ids of the saved GPTs, most recent first; `undefined` until they are known. */
export const $savedGpts = atom<readonly string[] | undefined>(undefined);

/** Ids of those among the saved GPTs that the directory does not have any more. */
export const $removedGpts = atom<readonly string[]>([]);

/** The last requested state of each GPT whose call is on its way. */
const pending = new Map<string, boolean>();

/** Loads the list, as specified: page 1, size 999. Returns whether it came; else it stays as it is. */
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

let loading: Promise<boolean> | undefined;

/** Loads the list where it is not known yet. Returns whether it is known. */
export async function knowSavedGpts(): Promise<boolean> {
  if ($savedGpts.get()) return true;
  loading ??= loadSavedGpts().finally(() => {
    loading = undefined;
  });
  return loading;
}

/**
 * Saves a GPT or forgets it, at once on the screen; a refusal takes it back and is told. A visitor signs in first, and
 * then it is saved.
 */
export async function toggleSaved(id: string): Promise<void> {
  if (isVisitor()) return signInFirst(() => void saveAfterSignIn(id));
  const isSaved = ($savedGpts.get() ?? []).includes(id);
  show(id, !isSaved);
  const isOnItsWay = pending.has(id);
  pending.set(id, !isSaved);
  if (!isOnItsWay) await send(id, isSaved);
}

/** Forgets GPTs that the directory does not have any more. */
export async function forgetRemoved(ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids) await call(unsaveGpt, { params: { id } });
  } catch (error) {
    notifyMessage('error', errorMessage(error));
  }
  await loadSavedGpts();
}

/** One call after the other, so that the last click wins, until the server has what was asked for last. */
async function send(id: string, wasSaved: boolean): Promise<void> {
  let isKept = wasSaved;
  try {
    for (
      let next = pending.get(id);
      next !== undefined && next !== isKept;
      next = pending.get(id)
    ) {
      await call(next ? saveGpt : unsaveGpt, { params: { id } });
      isKept = next;
    }
  } catch (error) {
    show(id, isKept);
    const wasSaving = pending.get(id) === true;
    if (isSignedOut(error)) signInFirst(wasSaving ? () => void saveAfterSignIn(id) : undefined);
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
  await knowSavedGpts();
  if (!$savedGpts.get()?.includes(id)) await toggleSaved(id);
}

$account.listen((account) => {
  if (account) return;
  $savedGpts.set(undefined);
  $removedGpts.set([]);
});
