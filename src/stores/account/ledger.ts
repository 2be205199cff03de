import { call } from '#contract/call.ts';
import { type LedgerEntry, listLedger } from '#contract/credits/ledger.ts';
import { type Message, errorMessage, isSignedOut } from '#stores/browser/message.ts';
import { goToLogin } from '#stores/browser/navigation.ts';
import { atom } from 'nanostores';

export type { LedgerEntry } from '#contract/credits/ledger.ts';

export type Ledger = {
  items: readonly LedgerEntry[];
  /** Whether there may be older rows. */
  hasMore: boolean;
  loading: boolean;
  problem: Message | undefined;
};

const size = 20;

const empty: Ledger = { items: [], hasMore: true, loading: false, problem: undefined };

/** The loaded rows of the ledger, newest first. */
export const $ledger = atom<Ledger>(empty);

/** Loads the newest rows. */
export async function loadLedger(): Promise<void> {
  $ledger.set(empty);
  await loadMoreLedger();
}

/** Loads the next older rows. Does nothing while some are loading, or when all are loaded. */
export async function loadMoreLedger(): Promise<void> {
  const before = $ledger.get();
  if (before.loading || !before.hasMore) return;
  const waiting = { ...before, loading: true, problem: undefined };
  $ledger.set(waiting);
  try {
    const last = before.items.at(-1)?.id;
    const query = { size, ...(last === undefined ? {} : { before: last }) };
    const { items } = await call(listLedger, { query });
    // `loadLedger` was called meanwhile.
    if ($ledger.get() !== waiting) return;
    const hasMore = items.length === size;
    $ledger.set({ ...waiting, items: [...before.items, ...items], hasMore, loading: false });
  } catch (error) {
    if (isSignedOut(error)) return goToLogin();
    if ($ledger.get() === waiting) {
      $ledger.set({ ...waiting, loading: false, problem: errorMessage(error) });
    }
  }
}
