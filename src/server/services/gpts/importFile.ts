import type { Day } from '#domain/dates.ts';
import type { Database } from '#server/db/connect.ts';
import { rolledBack } from '#server/db/rolledBack.ts';
import type { ImportFile } from '#server/services/gpts/files/openImport.ts';
import type { DerivedUsage } from '#server/services/gpts/history/deriveUsage.ts';
import {
  type HistoryListener,
  findRepeatedDays,
  importHistory,
} from '#server/services/gpts/history/importHistory.ts';
import { findRepeatedGpts, importGpts } from '#server/services/gpts/importGpts.ts';
import type { ImportReport } from '#server/services/gpts/importRows.ts';
import type { ReadOptions } from '#server/services/gpts/readOptions.ts';

export type FileOptions = ReadOptions & {
  /** The source of a history (`historySourceName`). */
  source: string;
  /** The last valid day of a date. */
  today: Day;
  /** Whether a GPT may replace one in another language. */
  allowLanguageChange?: boolean;
  /** Whether each transaction is rolled back. */
  isDryRun?: boolean;
};

/** Imports an open file, which is read twice, and closes it. For a history, returns the derived usage too. */
export async function importFile(
  database: Database,
  file: ImportFile,
  { source, today, isDryRun = false, ...options }: FileOptions,
  listener: HistoryListener = {},
): Promise<ImportReport & { derived?: DerivedUsage }> {
  const target = isDryRun ? rolledBack(database) : database;
  try {
    if (file.kind === 'gpts') {
      const gptOptions = { ...options, today };
      const repeated = await findRepeatedGpts(database, file.rows, gptOptions);
      const rows = await file.readAgain();
      return await importGpts(target, rows, listener, { ...gptOptions, repeated });
    }
    const repeated = await findRepeatedDays(file.rows, today, options);
    const rows = await file.readAgain();
    const history = { ...options, repeated, isDryRun };
    const { gpts, unknown, ...report } = await importHistory(
      target,
      source,
      rows,
      today,
      listener,
      history,
    );
    return isDryRun ? report : { ...report, derived: { gpts, unknown } };
  } finally {
    await file.close();
  }
}
