import { call } from '#contract/call.ts';
import { listGpts } from '#contract/gpts.ts';
import { type Card, cardOf } from '#domain/card.ts';
import { type Wanted, queryOf } from '#domain/search.ts';
import { atom } from 'nanostores';

/** What the page of results shows. `adds`: what comes is put below what is there. */
export type Results =
  /** What the page came with. */
  | { state: 'given' }
  | { state: 'searching' | 'failed'; wanted: Wanted; adds: boolean }
  | {
      state: 'found';
      wanted: Wanted;
      adds: boolean;
      cards: readonly Card[];
      total: number;
      /** Whether there are more than `total` says. */
      isCapped: boolean;
    };

export const $results = atom<Results>({ state: 'given' });

let running: AbortController | undefined;

/** Finds a page of GPTs. A newer wish cancels an older one. */
export function findResults(wanted: Wanted): Promise<void> {
  return find(wanted, false);
}

/** Finds the page to be put below what is there. */
export function findMoreResults(wanted: Wanted): Promise<void> {
  return find(wanted, true);
}

async function find(wanted: Wanted, adds: boolean): Promise<void> {
  running?.abort();
  const { signal } = (running = new AbortController());
  $results.set({ state: 'searching', wanted, adds });
  try {
    const answer = await call(listGpts, { query: queryOf(wanted) }, signal);
    if (signal.aborted) return;
    const cards = answer.items.map(cardOf);
    $results.set({
      state: 'found',
      wanted,
      adds,
      cards,
      total: answer.total,
      isCapped: answer.is_total_capped,
    });
  } catch {
    if (!signal.aborted) $results.set({ state: 'failed', wanted, adds });
  }
}
