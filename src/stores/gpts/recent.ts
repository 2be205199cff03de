import { call } from '#contract/call.ts';
import { listRecentGpts } from '#contract/gpts/gpts.ts';
import { atom } from 'nanostores';

/** Ids of the GPTs that the user chatted with, most recent first; `undefined` until they are loaded. */
export const $recentGpts = atom<readonly string[] | undefined>(undefined);

/** GPTs that were used on this page, in this order. A list that was requested before lacks them. */
const used: string[] = [];

/** Loads the list. Returns whether that succeeded; after a failure the present list stays. */
export async function loadRecentGpts(): Promise<boolean> {
  const usedBefore = used.length;
  const items = await call(listRecentGpts, {}).catch(() => undefined);
  if (!items) return false;
  $recentGpts.set(items.map((item) => item.gizmo_id));
  used.slice(usedBefore).forEach(moveToTop);
  return true;
}

/** Moves a GPT that was just used to the top of the list, or adds it there. */
export function moveToRecent(id: string): void {
  used.push(id);
  moveToTop(id);
}

function moveToTop(id: string): void {
  const others = ($recentGpts.get() ?? []).filter((other) => other !== id);
  $recentGpts.set([id, ...others]);
}
