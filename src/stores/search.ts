import { call } from '#contract/call.ts';
import { type GptCard, listGpts } from '#contract/gpts.ts';
import { searchLimits } from '#domain/search.ts';
import { type Message, errorMessage } from '#stores/message.ts';
import { atom } from 'nanostores';

export type Search =
  | { state: 'idle' }
  | { state: 'searching'; query: string }
  | {
      state: 'found';
      query: string;
      items: readonly GptCard[];
      total: number;
      /** Whether there are more than `total` says. */
      isCapped: boolean;
    }
  | { state: 'failed'; query: string; problem: Message };

/** The search for GPTs as one types. */
export const $search = atom<Search>({ state: 'idle' });

const pauseMilliseconds = 150;

/** As many as a glance takes in; the page of results has the others. */
const shownItems = 6;

let waiting: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;

/** Searches after a short pause in typing. A newer query cancels an older one; an empty one ends the search. */
export function search(typed: string): void {
  const query = typed.trim().slice(0, searchLimits.query);
  clearTimeout(waiting);
  running?.abort();
  if (query === '') return $search.set({ state: 'idle' });
  $search.set({ state: 'searching', query });
  waiting = setTimeout(() => void find(query), pauseMilliseconds);
}

/** Searches once more for what was searched for last. */
export function searchAgain(): void {
  const last = $search.get();
  if (last.state !== 'idle') search(last.query);
}

async function find(query: string): Promise<void> {
  const { signal } = (running = new AbortController());
  try {
    const answer = await call(listGpts, { query: { query, size: shownItems } }, signal);
    if (signal.aborted) return;
    const { items, total, is_total_capped: isCapped } = answer;
    $search.set({ state: 'found', query, items, total, isCapped });
  } catch (error) {
    if (!signal.aborted) $search.set({ state: 'failed', query, problem: errorMessage(error) });
  }
}
