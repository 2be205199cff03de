import { call } from '#contract/call.ts';
import { listConversations } from '#contract/conversations/conversations.ts';
import { $activity, markUnlisted, updateRunning } from '#stores/conversations/activity.ts';
import { sendToOtherTabs } from '#stores/browser/tabs.ts';
import {
  $conversations,
  $endedChanges,
  type ConversationCard,
  findConversation,
  isOlder,
  pageSize,
  pending,
  ready,
  replaceItems,
  withPendingChanges,
} from '#stores/conversations/conversations.ts';

/** Loads the next older conversations. */
export async function loadMoreConversations(): Promise<void> {
  const current = $conversations.get();
  if (current.state !== 'ready' || !current.hasMore || current.loadingMore) return;
  const last = current.items.findLast(({ pinned }) => !pinned);
  if (!last) return;
  $conversations.set({ ...current, loadingMore: true, moreFailed: false });
  const before = $activity.get();
  const query = { size: pageSize, before: last.updated };
  const response = await call(listConversations, { query }).catch(() => undefined);
  const known = $conversations.get();
  if (known.state !== 'ready') return;
  if (!response) return $conversations.set({ ...known, loadingMore: false, moreFailed: true });
  const ids = new Set(known.items.map((item) => item.id));
  const fresh = withPendingChanges(response.items).filter((item) => !ids.has(item.id));
  $conversations.set(ready([...known.items, ...fresh], response.items.length === pageSize));
  updateRunning(fresh, before);
}

/** Moves a conversation that was just used to the top, or adds it there. A pinned one stays pinned. */
export function moveToTop(card: ConversationCard): void {
  const known = findConversation(card.id);
  const { pinned, created } = known ?? card;
  const moved = { ...card, pinned, created };
  replaceItems((items) => [moved, ...items.filter((item) => item.id !== card.id)]);
  sendToOtherTabs({ changed: 'conversations' });
}

/** Shows a change before the server has confirmed it. Lists that arrive before `endPendingChange` do not undo it. */
export function showChange(id: string, change: Partial<ConversationCard>): void {
  const before = pending.get(id);
  if (before === 'deleted') return;
  pending.set(id, { ...before, ...change });
  replaceItems((items) => {
    const known = items.find((item) => item.id === id);
    const changed = known && { ...known, ...change };
    // Pinned ones come first, whenever they were used.
    const isUnpinned = known?.pinned === true && changed?.pinned === false;
    if (changed && isUnpinned)
      return insertByTime(
        items.filter((item) => item !== known),
        changed,
      );
    return items.map((item) => (item === known && changed ? changed : item));
  });
}

/** Removes a conversation from the list. Lists that arrive before `endPendingChange` do not bring it back. */
export function hideConversation(id: string): void {
  markUnlisted([id]);
  pending.set(id, 'deleted');
  removeConversation(id);
}

/** Removes a conversation that was deleted elsewhere from the list. */
export function removeConversation(id: string): void {
  replaceItems((items) => items.filter((item) => item.id !== id));
}

/** Ends the pending change of a conversation, after the server's response: from here on, lists replace its card. */
export function endPendingChange(id: string): void {
  pending.delete(id);
  $endedChanges.set($endedChanges.get() + 1);
}

/** Shows the server's card of a conversation. A card that is not in the list is inserted by its time. */
export function showConversation(card: ConversationCard): void {
  replaceItems((items) => {
    if (items.some(({ id }) => id === card.id)) {
      return items.map((item) => (item.id === card.id ? card : item));
    }
    return insertByTime(items, card);
  });
}

/** Empties the list. */
export function forgetConversations(): void {
  markUnlisted('all');
  $conversations.set(ready([], false));
}

function insertByTime(
  items: readonly ConversationCard[],
  card: ConversationCard,
): readonly ConversationCard[] {
  const older = items.findIndex((item) => !item.pinned && isOlder(item, card));
  return older === -1 ? [...items, card] : items.toSpliced(older, 0, card);
}
