import { call } from '#contract/call.ts';
import { searchConversations } from '#contract/conversations/conversations.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { searchMaxCharacters } from '#domain/chat/chat.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { atom } from 'nanostores';

export type FoundConversation = ResponseOf<typeof searchConversations>['items'][number];

/** A piece of a text, marked where it matches the query. */
export type TextPart = FoundConversation['title'][number];

type Found = { items: readonly FoundConversation[]; page: number; hasMore: boolean };

export type ConversationSearch =
  | { state: 'idle' }
  /** `found`: the results of the previous query, which stay on the screen meanwhile. */
  | { state: 'searching'; query: string; found: Found | undefined }
  | { state: 'found'; query: string; found: Found; loadingMore: boolean }
  | { state: 'failed'; query: string; problem: Message };

/** The search for conversations while the user types. */
export const $conversationSearch = atom<ConversationSearch>({ state: 'idle' });

const debounceMilliseconds = 150;

let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;

/** Searches after a short pause in typing. A new query cancels the one before; an empty query ends the search. */
export function findConversations(typed: string): void {
  const query = typed.trim().slice(0, searchMaxCharacters);
  clearTimeout(timer);
  running?.abort();
  if (query === '') return $conversationSearch.set({ state: 'idle' });
  const before = $conversationSearch.get();
  const found = before.state === 'searching' || before.state === 'found' ? before.found : undefined;
  $conversationSearch.set({ state: 'searching', query, found });
  timer = setTimeout(() => void find(query), debounceMilliseconds);
}

/** Repeats the last search. */
export function findConversationsAgain(): void {
  const last = $conversationSearch.get();
  if (last.state !== 'idle') findConversations(last.query);
}

/** Loads the next page of results. */
export async function findMoreConversations(): Promise<void> {
  const last = $conversationSearch.get();
  if (last.state !== 'found' || !last.found.hasMore || last.loadingMore) return;
  $conversationSearch.set({ ...last, loadingMore: true });
  await find(last.query, last.found);
}

async function find(query: string, before?: Found): Promise<void> {
  const { signal } = (running = new AbortController());
  const page = (before?.page ?? 0) + 1;
  try {
    const response = await call(searchConversations, { query: { query, page } }, signal);
    if (signal.aborted) return;
    const known = new Set(before?.items.map(({ conversation }) => conversation.id));
    // A conversation that was used meanwhile may be on two pages.
    const fresh = response.items.filter(({ conversation }) => !known.has(conversation.id));
    const items = [...(before?.items ?? []), ...fresh];
    const found = { items, page, hasMore: response.has_more };
    $conversationSearch.set({ state: 'found', query, found, loadingMore: false });
  } catch (error) {
    if (signal.aborted) return;
    if (isSignedOut(error)) return goToLogin();
    $conversationSearch.set({ state: 'failed', query, problem: errorMessage(error) });
  }
}
