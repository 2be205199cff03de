import { call } from '#contract/call.ts';
import { type GptCard, listGpts } from '#contract/gpts.ts';
import { gptsPerPage } from '#domain/gpts.ts';
import { type Message, errorMessage } from '#stores/message.ts';
import { atom } from 'nanostores';

export type Search =
  | { state: 'idle' }
  | { state: 'searching'; query: string }
  | { state: 'found'; query: string; items: readonly GptCard[]; total: number }
  | { state: 'failed'; query: string; problem: Message };

/** The search for GPTs as one types. */
export const $search = atom<Search>({ state: 'idle' });

const pauseMilliseconds = 150;
const queryMaxLength = 200;

let waiting: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;

/** Searches after a short pause in typing. A newer query cancels an older one; an empty one ends the search. */
export function search(typed: string): void {
  const query = typed.trim().slice(0, queryMaxLength);
  clearTimeout(waiting);
  running?.abort();
  if (query === '') return $search.set({ state: 'idle' });
  $search.set({ state: 'searching', query });
  waiting = setTimeout(() => void find(query), pauseMilliseconds);
}

async function find(query: string): Promise<void> {
  const { signal } = (running = new AbortController());
  try {
    const answer = await call(listGpts, { query: { query, size: gptsPerPage } }, signal);
    if (!signal.aborted) {
      $search.set({ state: 'found', query, items: answer.items, total: answer.total });
    }
  } catch (error) {
    if (!signal.aborted) $search.set({ state: 'failed', query, problem: errorMessage(error) });
  }
}
