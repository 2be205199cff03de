import { call } from '#contract/call.ts';
import { type Share, listShares, revokeShare, shareConversation } from '#contract/shares.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/message.ts';
import { goToLogin } from '#stores/navigation.ts';
import { notifyMessage } from '#stores/toasts.ts';
import { atom } from 'nanostores';

export type { Share } from '#contract/shares.ts';

export type Shares =
  | { state: 'loading' }
  | { state: 'failed'; problem: Message }
  | { state: 'ready'; items: readonly Share[] };

/** The links that the user has made and not revoked, newest first. */
export const $shares = atom<Shares>({ state: 'loading' });

/** Links that were revoked here while the server does not know it yet. */
const revoked = new Set<string>();

/** Loads all links. */
export async function loadShares(): Promise<void> {
  try {
    const { items } = await call(listShares, {});
    $shares.set({ state: 'ready', items: items.filter(({ id }) => !revoked.has(id)) });
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    if ($shares.get().state !== 'ready') {
      $shares.set({ state: 'failed', problem: errorMessage(error) });
    }
  }
}

/** Makes a link to a conversation as it is now, or finds the one that there is. */
export async function makeShare(
  conversationId: string,
): Promise<{ made: true; share: Share } | { made: false; problem: Message }> {
  try {
    const share = await call(shareConversation, { params: { id: conversationId } });
    changeShares((items) => [share, ...items.filter(({ id }) => id !== share.id)]);
    return { made: true, share };
  } catch (error) {
    if (isSignedOut(error)) goToLogin();
    return { made: false, problem: errorMessage(error) };
  }
}

/** Revokes a link, at once on the screen; a refusal brings it back and is told. */
export async function withdrawShare(share: Share): Promise<void> {
  const place = placeOf(share.id);
  revoked.add(share.id);
  changeShares((items) => items.filter(({ id }) => id !== share.id));
  try {
    await call(revokeShare, { params: { id: share.id } });
  } catch (error) {
    changeShares((items) => items.toSpliced(place, 0, share));
    if (isSignedOut(error)) goToLogin();
    else notifyMessage('error', errorMessage(error));
  } finally {
    revoked.delete(share.id);
  }
}

/** The whole address of a link, to hand on. */
export function shareAddress({ path }: Share): string {
  return new URL(path, location.origin).href;
}

function placeOf(id: string): number {
  const current = $shares.get();
  return current.state === 'ready'
    ? Math.max(
        0,
        current.items.findIndex((item) => item.id === id),
      )
    : 0;
}

function changeShares(change: (items: readonly Share[]) => readonly Share[]): void {
  const current = $shares.get();
  if (current.state === 'ready') $shares.set({ state: 'ready', items: change(current.items) });
}
