import { call } from '#contract/call.ts';
import { type HistoryRow, listCreditHistory } from '#contract/credits/history.ts';
import { pagedList } from '#stores/browser/pagedList.ts';

export type { HistoryRow } from '#contract/credits/history.ts';

const size = 20;

const pages = pagedList<HistoryRow>(size, async (last) => {
  const query = { size, ...(last && { before: last.id }) };
  return (await call(listCreditHistory, { query })).items;
});

/** The loaded rows of the credits history, newest first. */
export const $creditHistory = pages.$list;
export const loadCreditHistory = pages.load;
export const loadOlderHistory = pages.loadMore;
