import { call } from '#contract/call.ts';
import { listConversations } from '#contract/conversations/conversations.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { $activity, updateRunning } from '#stores/conversations/activity.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
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
export const pending = new Map<string, Partial<ConversationCard> | 'deleted'>();

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

/** Returns a conversation of the list. */
export function findConversation(id: string): ConversationCard | undefined {
  const current = $conversations.get();
  return current.state === 'ready' ? current.items.find((item) => item.id === id) : undefined;
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

/** Returns cards of the server with the changes that it has not confirmed yet. */
export function withPendingChanges(items: readonly ConversationCard[]): ConversationCard[] {
  return items.flatMap((item) => {
    const change = pending.get(item.id);
    return change === 'deleted' ? [] : [{ ...item, ...change }];
  });
}

/** Replaces the listed conversations. Does nothing before the first list is loaded. */
export function replaceItems(
  change: (items: readonly ConversationCard[]) => readonly ConversationCard[],
): void {
  const current = $conversations.get();
  if (current.state === 'ready') $conversations.set({ ...current, items: change(current.items) });
}

/** Whether a conversation was used before another one. */
export function isOlder(item: ConversationCard, than: ConversationCard): boolean {
  return Date.parse(item.updated) < Date.parse(than.updated);
}

export function ready(items: readonly ConversationCard[], hasMore: boolean): Conversations {
  return { state: 'ready', items, hasMore, loadingMore: false };
}
