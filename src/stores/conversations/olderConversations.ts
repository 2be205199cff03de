import { call } from '#contract/call.ts';
import { listConversations } from '#contract/conversations/conversations.ts';
import { $activity, updateRunning } from '#stores/conversations/activity.ts';
import {
  $conversations,
  type ConversationCard,
  isOlder,
  pageSize,
  replaceItems,
  withPendingChanges,
} from '#stores/conversations/conversations.ts';

/** Conversations loaded per call: the most that the server sends. */
const size = 100;

let reloads = 0;

/**
 * Loads a conversation again that was changed elsewhere, if it is listed after the first page, which `loadConversations`
 * loads. Removes it if it is listed there no more.
 */
export async function reloadOlder(id: string): Promise<void> {
  const unpinned = listUnpinned();
  const place = unpinned.findIndex((item) => item.id === id);
  const last = unpinned[place - 1];
  if (place < pageSize || !last) return;
  const items = await loadBefore(last);
  if (!items) return;
  const [card] = withPendingChanges(items.filter((item) => item.id === id));
  // A conversation that was pinned meanwhile is in no page.
  replaceItems((known) =>
    known.flatMap((item) => (item.id !== id || item.pinned ? [item] : card ? [card] : [])),
  );
}

/**
 * Loads all conversations again that are listed after the first page, because each of them may have been changed elsewhere.
 * Stops when one page cannot be loaded, and when it is called again.
 */
export async function reloadAllOlder(): Promise<void> {
  reloads += 1;
  const own = reloads;
  let last = listUnpinned()[pageSize - 1];
  while (last) {
    const end = last;
    if (!listUnpinned().some((item) => isOlder(item, end))) return;
    const before = $activity.get();
    const items = await loadBefore(end);
    if (!items || own !== reloads) return;
    const cards = withPendingChanges(items);
    last = items.length === size ? items.at(-1) : undefined;
    showPage(end, cards, last);
    updateRunning(cards, before);
  }
}

/**
 * Replaces the listed conversations between the last one of a page and `last`, the last one of the next page. Without
 * `last` the list ends there.
 */
function showPage(
  end: ConversationCard,
  cards: readonly ConversationCard[],
  last: ConversationCard | undefined,
): void {
  const loaded = new Set(cards.map(({ id }) => id));
  replaceItems((known) => {
    const kept = known.filter(({ id }) => !loaded.has(id));
    const newer = kept.filter((item) => item.pinned || !isOlder(item, end));
    const older = last ? kept.filter((item) => !item.pinned && isOlder(item, last)) : [];
    return [...newer, ...cards, ...older];
  });
  const current = $conversations.get();
  if (current.state === 'ready' && !last) $conversations.set({ ...current, hasMore: false });
}

/** Returns the conversations last used before this one; `undefined` if they cannot be loaded. */
async function loadBefore({
  updated,
}: ConversationCard): Promise<readonly ConversationCard[] | undefined> {
  const query = { size, before: updated };
  const response = await call(listConversations, { query }).catch(() => undefined);
  return response?.items;
}

function listUnpinned(): readonly ConversationCard[] {
  const current = $conversations.get();
  return current.state === 'ready' ? current.items.filter(({ pinned }) => !pinned) : [];
}
