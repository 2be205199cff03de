import { call } from '#contract/call.ts';
import { listRecentGpts } from '#contract/gpts.ts';
import { atom } from 'nanostores';

/** Ids of the GPTs that the user chatted with, most recent first; `undefined` until they are known. */
export const $recentGpts = atom<readonly string[] | undefined>(undefined);

/** Loads the list. Returns whether it came; else it stays as it is. */
export async function loadRecentGpts(): Promise<boolean> {
  const items = await call(listRecentGpts, {}).catch(() => undefined);
  if (items) $recentGpts.set(items.map((item) => item.gizmo_id));
  return items !== undefined;
}

/** Puts a GPT that was just used on top. */
export function moveToRecent(id: string): void {
  const others = ($recentGpts.get() ?? []).filter((other) => other !== id);
  $recentGpts.set([id, ...others]);
}
