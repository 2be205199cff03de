import { call } from '#contract/call.ts';
import { type LedgerEntry, listLedger } from '#contract/credits/ledger.ts';
import { pagedList } from '#stores/browser/pagedList.ts';

export type { LedgerEntry } from '#contract/credits/ledger.ts';

const size = 20;

const pages = pagedList<LedgerEntry>(size, async (last) => {
  const query = { size, ...(last && { before: last.id }) };
  return (await call(listLedger, { query })).items;
});

/** The loaded rows of the ledger, newest first. */
export const $ledger = pages.$list;
export const loadLedger = pages.load;
export const loadMoreLedger = pages.loadMore;
