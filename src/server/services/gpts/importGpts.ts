import type { Database } from '#server/db/connect.ts';
import {
  type ImportListener,
  type ImportReport,
  type ImportRow,
  importRows,
} from '#server/services/gpts/importRows.ts';
import { readGpt, readVisibility } from '#server/services/gpts/readGpt.ts';
import { type StoredGpt, storeGpts } from '#server/services/gpts/storeGpts.ts';
import { readAddedIds } from '#server/services/models/readSettings.ts';

/**
 * Imports GPTs row by row: adds new ones, replaces changed ones, leaves the rest. A bad row is reported and stops
 * nothing; imported again, nothing changes. Ended at any moment, it leaves whole rows only.
 */
export async function importGpts(
  database: Database,
  rows: AsyncIterable<ImportRow> | Iterable<ImportRow>,
  listener: ImportListener = {},
): Promise<ImportReport> {
  const added = await readAddedIds(database.query);
  return importRows(rows, listener, {
    read: (value) => readRow(value, added),
    key: ({ id }) => id,
    store: (batch) => storeGpts(database, batch),
    rowsPerStatement: 200,
  });
}

function readRow(value: unknown, added: ReadonlySet<string>): StoredGpt {
  const row = readGpt(value, added);
  return { ...row, visibility: readVisibility(value as Record<string, unknown>) };
}
