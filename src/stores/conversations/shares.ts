import { call } from '#contract/call.ts';
import { type Share, listShares, revokeShare, shareConversation } from '#contract/shares.ts';
import { countEvent } from '#stores/browser/analytics.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { atom } from 'nanostores';

export type { Share } from '#contract/shares.ts';

export type Shares =
  | { state: 'loading' }
  | { state: 'failed'; problem: Message }
  | { state: 'ready'; items: readonly Share[] };

/** The links that the user has made and not revoked, newest first. */
export const $shares = atom<Shares>({ state: 'loading' });

/** Links that were revoked here: a list that was on its way meanwhile does not bring them back. */
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
    countEvent('chat', 'share');
    changeShares((items) => [share, ...items.filter(({ id }) => id !== share.id)]);
    return { made: true, share };
  } catch (error) {
    if (isSignedOut(error)) goToLogin();
    return { made: false, problem: errorMessage(error) };
  }
}

/** Revokes a link, which leaves the list once the server has done so: until then everybody can read it. */
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

/** The whole address of a link, to hand on. */
export function shareAddress({ path }: Share): string {
  return new URL(path, location.origin).href;
}

function changeShares(change: (items: readonly Share[]) => readonly Share[]): void {
  const current = $shares.get();
  if (current.state === 'ready') $shares.set({ state: 'ready', items: change(current.items) });
}
