import type { Database } from '#server/db/connect.ts';
import {
  type ImportListener,
  type ImportReport,
  type ImportRow,
  importRows,
} from '#server/services/gpts/importRows.ts';
import {
  type LanguageMark,
  languageChange,
  languageMark,
  laterMark,
} from '#server/services/gpts/languageChange.ts';
import { readImportedGpt } from '#server/services/gpts/readGpt.ts';
import type { ReadOptions } from '#server/services/gpts/readOptions.ts';
import { type RepeatedRows, findRepeatedRows } from '#server/services/gpts/repeatedRows.ts';
import { type StoredGpt, storeGpts } from '#server/services/gpts/storeGpts.ts';
import { readAddedIds } from '#server/services/models/readSettings.ts';

export type GptOptions = ReadOptions & {
  /** The rows of the whole file that repeat other rows or must be rejected. */
  repeated?: RepeatedRows;
  /** Whether a GPT may replace one in another language. */
  allowLanguageChange?: boolean;
};

/**
 * Imports GPTs row by row: adds new ones, replaces changed ones, leaves the rest. A bad row is reported and does not
 * stop the import; so is a row in another language than the GPT that it would replace. Importing the same file again
 * changes nothing. An interrupted import leaves only complete rows.
 */
export async function importGpts(
  database: Database,
  rows: AsyncIterable<ImportRow> | Iterable<ImportRow>,
  listener: ImportListener = {},
  { repeated, allowLanguageChange = false, ...options }: GptOptions = {},
): Promise<ImportReport> {
  const importedAt = new Date();
  return importRows(rows, listener, {
    ...(await readerOf(database, options)),
    store: (batch) => storeGpts(database, batch, { importedAt, allowLanguageChange }),
    characters: (row) => JSON.stringify(row).length,
    rowsPerStatement: 200,
    repeated,
  });
}

/** Finds the rows of a file about the same GPT, and rows that contain a GPT in another language than an earlier row. */
export async function findRepeatedGpts(
  database: Database,
  rows: AsyncIterable<ImportRow>,
  { allowLanguageChange = false, ...options }: GptOptions,
): Promise<RepeatedRows> {
  const marks = new Map<string, LanguageMark>();
  return findRepeatedRows(rows, await readerOf(database, options), {
    add: (row) => {
      const later = languageMark(row);
      const earlier = marks.get(row.id);
      const change = earlier && languageChange(earlier, later, 'an earlier row of this file');
      if (change !== undefined && !allowLanguageChange) return change;
      marks.set(row.id, earlier && change === undefined ? laterMark(earlier, later) : later);
      return earlier !== undefined;
    },
  });
}

async function readerOf(database: Database, options: ReadOptions) {
  const added = await readAddedIds(database.query);
  return {
    read: (value: unknown) => readImportedGpt(value, added, options),
    key: ({ id }: StoredGpt) => id,
  };
}
