import type { Day } from '#domain/dates.ts';
import type { Database } from '#server/db/connect.ts';
import { type DerivedUsage, deriveUsage } from '#server/services/gpts/history/deriveUsage.ts';
import { storeHistory } from '#server/services/gpts/history/storeHistory.ts';
import {
  type ImportListener,
  type ImportReport,
  type ImportRow,
  importRows,
} from '#server/services/gpts/importRows.ts';
import { readHistoryRow } from '#server/services/gpts/readHistoryRow.ts';

export type HistoryListener = ImportListener & {
  /** Hears of how many GPTs the daily use was worked out, and of how many it is to be. */
  derive?: (done: number, all: number) => void;
};

/**
 * Imports histories of a source (`historySourceName`) row by row, in any order, and works out the daily use that follows. A bad row is reported and stops
 * nothing; imported again, nothing changes. Ended at any moment and started again, it comes to the same end. `today` is
 * the last day that a row can be about.
 */
export async function importHistory(
  database: Database,
  source: string,
  rows: AsyncIterable<ImportRow> | Iterable<ImportRow>,
  today: Day,
  listener: HistoryListener = {},
): Promise<ImportReport & DerivedUsage> {
  const report = await importRows(rows, listener, {
    read: (value) => readHistoryRow(value, today),
    key: ({ gptId, day }) => `${day} ${gptId}`,
    store: (batch) => storeHistory(database, source, batch),
    rowsPerStatement: 1_000,
  });
  return { ...report, ...(await deriveUsage(database, listener.derive)) };
}
