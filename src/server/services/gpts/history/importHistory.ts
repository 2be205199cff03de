import { type Day, daysBetween } from '#domain/dates.ts';
import { firstHistoryDay } from '#domain/ranking/history.ts';
import type { Database } from '#server/db/connect.ts';
import { type DerivedUsage, deriveUsage } from '#server/services/gpts/history/deriveUsage.ts';
import { storeHistory } from '#server/services/gpts/history/storeHistory.ts';
import {
  type ImportListener,
  type ImportReport,
  type ImportRow,
  importRows,
} from '#server/services/gpts/importRows.ts';
import { type HistoryRow, readHistoryRow } from '#server/services/gpts/readHistoryRow.ts';
import type { ReadOptions } from '#server/services/gpts/readOptions.ts';
import { type RepeatedRows, findRepeatedRows } from '#server/services/gpts/repeatedRows.ts';

export type HistoryListener = ImportListener & {
  /** Called with the number of GPTs whose daily use was derived so far, and their total. */
  derive?: (done: number, all: number) => void;
};

export type HistoryOptions = ReadOptions & {
  /** The rows of the whole file that repeat other rows. */
  repeated?: RepeatedRows;
  /** Whether nothing is stored. The daily use is then not derived. */
  isDryRun?: boolean;
};

/** Characters of a history row besides its id: a day and three numbers. */
const otherCharacters = 50;

/**
 * Imports histories of a source (`historySourceName`) row by row, in any order, and derives the daily use from them. A
 * bad row is reported and does not stop the import. Importing the same file again changes nothing; an interrupted
 * import can be repeated. `today` is the last valid day of a row.
 */
export async function importHistory(
  database: Database,
  source: string,
  rows: AsyncIterable<ImportRow> | Iterable<ImportRow>,
  today: Day,
  listener: HistoryListener = {},
  { repeated, isDryRun = false, ...options }: HistoryOptions = {},
): Promise<ImportReport & DerivedUsage> {
  const report = await importRows(rows, listener, {
    ...readerOf(today, options),
    store: (batch) => storeHistory(database, source, batch),
    characters: ({ gptId }) => gptId.length + otherCharacters,
    rowsPerStatement: 1_000,
    repeated,
  });
  if (isDryRun) return { ...report, gpts: 0, unknown: 0 };
  return { ...report, ...(await deriveUsage(database, listener.derive)) };
}

/**
 * Finds the rows of a file about the same GPT and day. It keeps one bit per day and GPT, a few hundred bytes for each
 * GPT: millions of rows would not fit into memory as texts.
 */
export async function findRepeatedDays(
  rows: AsyncIterable<ImportRow>,
  today: Day,
  options: ReadOptions,
): Promise<RepeatedRows> {
  const words = Math.ceil((daysBetween(firstHistoryDay, today) + 1) / 32);
  const seen = new Map<string, Uint32Array>();
  return findRepeatedRows(rows, readerOf(today, options), {
    add: ({ gptId, day }) => {
      let days = seen.get(gptId);
      if (!days) seen.set(gptId, (days = new Uint32Array(words)));
      const number = daysBetween(firstHistoryDay, day);
      const bit = 1 << (number % 32);
      const word = days[number >> 5] ?? 0;
      days[number >> 5] = word | bit;
      return (word & bit) !== 0;
    },
  });
}

function readerOf(today: Day, options: ReadOptions) {
  return {
    read: (value: unknown) => readHistoryRow(value, today, options),
    key: ({ gptId, day }: HistoryRow) => `${day} ${gptId}`,
  };
}
