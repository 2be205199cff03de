import { call } from '#contract/call.ts';
import { listConversations } from '#contract/conversations/conversations.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { $activity, markUnlisted, updateRunning } from '#stores/conversations/activity.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { sendToOtherTabs } from '#stores/browser/tabs.ts';
import { atom } from 'nanostores';

export type ConversationCard = ResponseOf<typeof listConversations>['items'][number];

export type Conversations =
  | { state: 'loading' }
  | { state: 'failed'; problem: Message }
  | {
      state: 'ready';
      items: readonly ConversationCard[];
      hasMore: boolean;
      loadingMore: boolean;
      /** Whether older ones could not be loaded. */
      moreFailed?: boolean;
    };

/** The user's conversations: pinned ones first, then the others, each most recently used first. */
export const $conversations = atom<Conversations>({ state: 'loading' });

/** Conversations loaded per call. */
export const pageSize = 50;

/** Changes that the server has not confirmed yet. They are applied to lists that arrive meanwhile. */
const pending = new Map<string, Partial<ConversationCard> | 'deleted'>();

/** Counts the responses to changes, so that lists of archived and deleted conversations are loaded after them. */
export const $endedChanges = atom(0);

let loads = 0;

/** Loads the newest conversations. Without a session the visitor goes to the login page. */
export async function loadConversations(): Promise<void> {
  loads += 1;
  const own = loads;
  const before = $activity.get();
  try {
    const { pinned, items } = await call(listConversations, { query: { size: pageSize } });
    if (own !== loads) return;
    showNewest(pinned, items);
    updateRunning(withPendingChanges([...pinned, ...items]), before);
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    if ($conversations.get().state !== 'ready') {
      $conversations.set({ state: 'failed', problem: errorMessage(error) });
    }
  }
}

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

/**
 * Loads a conversation again that was changed elsewhere, if it is listed after the first page, which `loadConversations`
 * loads. Removes it if it is listed there no more.
 */
export async function reloadOlder(id: string): Promise<void> {
  const current = $conversations.get();
  if (current.state !== 'ready') return;
  const unpinned = current.items.filter(({ pinned }) => !pinned);
  const place = unpinned.findIndex((item) => item.id === id);
  const before = unpinned[place - 1]?.updated;
  if (place < pageSize || before === undefined) return;
  const response = await call(listConversations, { query: { size: pageSize, before } }).catch(
    () => undefined,
  );
  if (!response) return;
  const [card] = withPendingChanges(response.items.filter((item) => item.id === id));
  // A conversation that was pinned meanwhile is in no page.
  replaceItems((items) =>
    items.flatMap((item) => (item.id !== id || item.pinned ? [item] : card ? [card] : [])),
  );
}

/** Moves a conversation that was just used to the top, or adds it there. A pinned one stays pinned. */
export function moveToTop(card: ConversationCard): void {
  const known = findConversation(card.id);
  const { pinned, created } = known ?? card;
  const moved = { ...card, pinned, created };
  replaceItems((items) => [moved, ...items.filter((item) => item.id !== card.id)]);
  sendToOtherTabs({ changed: 'conversations' });
}

/** Returns a conversation of the list. */
export function findConversation(id: string): ConversationCard | undefined {
  const current = $conversations.get();
  return current.state === 'ready' ? current.items.find((item) => item.id === id) : undefined;
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

/**
 * Replaces the newest conversations with the first page; older ones that were loaded before stay. After one was unpinned
 * elsewhere, its new page is unknown, so only the first page stays.
 */
function showNewest(pinned: readonly ConversationCard[], items: readonly ConversationCard[]): void {
  const known = $conversations.get();
  const newest = withPendingChanges([...pinned, ...items]);
  const last = items.at(-1);
  const isWhole = items.length < pageSize || !last;
  if (known.state !== 'ready' || isWhole) return $conversations.set(ready(newest, !isWhole));
  const ids = new Set(newest.map(({ id }) => id));
  const others = known.items.filter(({ id }) => !ids.has(id));
  if (others.some((item) => item.pinned)) return $conversations.set(ready(newest, true));
  const older = others.filter((item) => isOlder(item, last));
  const hasMore = older.length === 0 || known.hasMore;
  $conversations.set(ready([...newest, ...older], hasMore));
}

function withPendingChanges(items: readonly ConversationCard[]): ConversationCard[] {
  return items.flatMap((item) => {
    const change = pending.get(item.id);
    return change === 'deleted' ? [] : [{ ...item, ...change }];
  });
}

function replaceItems(
  change: (items: readonly ConversationCard[]) => readonly ConversationCard[],
): void {
  const current = $conversations.get();
  if (current.state === 'ready') $conversations.set({ ...current, items: change(current.items) });
}

function insertByTime(
  items: readonly ConversationCard[],
  card: ConversationCard,
): readonly ConversationCard[] {
  const older = items.findIndex((item) => !item.pinned && isOlder(item, card));
  return older === -1 ? [...items, card] : items.toSpliced(older, 0, card);
}

function isOlder(item: ConversationCard, than: ConversationCard): boolean {
  return Date.parse(item.updated) < Date.parse(than.updated);
}

function ready(items: readonly ConversationCard[], hasMore: boolean): Conversations {
  return { state: 'ready', items, hasMore, loadingMore: false };
}
