import { call } from '#contract/call.ts';
import { listConversations } from '#contract/conversations.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/message.ts';
import { goToLogin } from '#stores/navigation.ts';
import { atom } from 'nanostores';

export type ConversationCard = AnswerOf<typeof listConversations>['items'][number];

export type Conversations =
  | { state: 'loading' }
  | { state: 'failed'; problem: Message }
  | { state: 'ready'; items: readonly ConversationCard[]; hasMore: boolean; loadingMore: boolean };

/** The user's conversations, most recently used first. */
export const $conversations = atom<Conversations>({ state: 'loading' });

const pageSize = 50;

/** Loads the newest conversations. Without a session the visitor goes to the login page. */
export async function loadConversations(): Promise<void> {
  try {
    const { items } = await call(listConversations, { query: { size: pageSize } });
    $conversations.set(ready(items, items.length === pageSize));
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    if ($conversations.get().state !== 'ready') {
      $conversations.set({ state: 'failed', problem: errorMessage(error) });
    }
  }
}

/** Adds the next older conversations to the list. */
export async function loadMoreConversations(): Promise<void> {
  const current = $conversations.get();
  const last = current.state === 'ready' ? current.items.at(-1) : undefined;
  if (current.state !== 'ready' || !last || !current.hasMore || current.loadingMore) return;
  $conversations.set({ ...current, loadingMore: true });
  const query = { size: pageSize, before: last.updated };
  const answer = await call(listConversations, { query }).catch(() => undefined);
  const known = $conversations.get();
  if (known.state !== 'ready') return;
  const ids = new Set(known.items.map((item) => item.id));
  const fresh = (answer?.items ?? []).filter((item) => !ids.has(item.id));
  const hasMore = answer === undefined || answer.items.length === pageSize;
  $conversations.set(ready([...known.items, ...fresh], hasMore));
}

/** Puts a conversation that was just used on top, new or not. */
export function moveToTop(card: ConversationCard): void {
  const current = $conversations.get();
  if (current.state !== 'ready') return;
  const others = current.items.filter((item) => item.id !== card.id);
  $conversations.set({ ...current, items: [card, ...others] });
}

function ready(items: readonly ConversationCard[], hasMore: boolean): Conversations {
  return { state: 'ready', items, hasMore, loadingMore: false };
}
