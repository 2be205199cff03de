import { call } from '#contract/call.ts';
import {
  type Share,
  listShares,
  revokeShare,
  shareConversation,
} from '#contract/conversations/shares.ts';
import { countEvent } from '#stores/browser/analytics.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { atom } from 'nanostores';

export type { Share } from '#contract/conversations/shares.ts';

export type Shares =
  | { state: 'loading' }
  | { state: 'failed'; problem: Message }
  | { state: 'ready'; items: readonly Share[] };

/** The links that the user has made and not revoked, newest first. */
export const $shares = atom<Shares>({ state: 'loading' });

/** Ids of links that were revoked here, so that a list that was requested before does not bring them back. */
const revoked = new Set<string>();

/** Links that were made here, so that a list that was requested before does not hide them. */
const made: Share[] = [];

/** Loads all links. */
export async function loadShares(): Promise<void> {
  const madeBefore = made.length;
  try {
    const { items } = await call(listShares, {});
    const all = made.slice(madeBefore).reduce(addOnTop, items);
    $shares.set({ state: 'ready', items: all.filter(({ id }) => !revoked.has(id)) });
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    if ($shares.get().state !== 'ready') {
      $shares.set({ state: 'failed', problem: errorMessage(error) });
    }
  }
}

/** Makes a link to the current state of a conversation, or returns the existing one. */
export async function makeShare(
  conversationId: string,
): Promise<{ made: true; share: Share } | { made: false; problem: Message }> {
  try {
    const share = await call(shareConversation, { params: { id: conversationId } });
    countEvent('chat', 'share');
    showMade(share);
    return { made: true, share };
  } catch (error) {
    if (isSignedOut(error)) goToLogin();
    return { made: false, problem: errorMessage(error) };
  }
}

/** Revokes a link. It stays in the list until the server confirms, because until then anyone can open it. */
export async function withdrawShare({
  id,
}: Share): Promise<{ withdrawn: true } | { withdrawn: false; problem: Message }> {
  try {
    await call(revokeShare, { params: { id } });
  } catch (error) {
    if (isSignedOut(error)) goToLogin();
    return { withdrawn: false, problem: errorMessage(error) };
  }
  revoked.add(id);
  changeShares((items) => items.filter((item) => item.id !== id));
  return { withdrawn: true };
}

/** Returns the absolute address of a link. */
export function shareAddress({ path }: Share): string {
  return new URL(path, location.origin).href;
}

/** Shows the link also where the other links could not be loaded, and then tries to load these again. */
function showMade(share: Share): void {
  made.push(share);
  const { state } = $shares.get();
  if (state !== 'ready') $shares.set({ state: 'ready', items: [share] });
  else changeShares((items) => addOnTop(items, share));
  if (state === 'failed') void loadShares();
}

function addOnTop(items: readonly Share[], share: Share): readonly Share[] {
  return [share, ...items.filter(({ id }) => id !== share.id)];
}

function changeShares(change: (items: readonly Share[]) => readonly Share[]): void {
  const current = $shares.get();
  if (current.state === 'ready') $shares.set({ state: 'ready', items: change(current.items) });
}
