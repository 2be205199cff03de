import type { Day } from '#domain/dates.ts';
import type { Database } from '#server/db/connect.ts';
import type { ImportFile } from '#server/services/gpts/files/openImport.ts';
import type { DerivedUsage } from '#server/services/gpts/history/deriveUsage.ts';
import {
  type HistoryListener,
  findRepeatedDays,
  importHistory,
} from '#server/services/gpts/history/importHistory.ts';
import { findRepeatedGpts, importGpts } from '#server/services/gpts/importGpts.ts';
import type { ImportReport } from '#server/services/gpts/importRows.ts';

export type FileOptions = {
  /** The source of a history (`historySourceName`). */
  source: string;
  /** The last day that a history can be about. */
  today: Day;
  /** Whether a GPT may replace one in another language. */
  allowLanguageChange?: boolean;
};

/** Imports an open file, which is read twice, and closes it. Adds, of a history, what followed from it. */
export async function importFile(
  database: Database,
  file: ImportFile,
  { source, today, allowLanguageChange = false }: FileOptions,
  listener: HistoryListener = {},
): Promise<ImportReport & { derived?: DerivedUsage }> {
  try {
    if (file.kind === 'gpts') {
      const repeated = await findRepeatedGpts(database, file.rows, allowLanguageChange);
      const rows = await file.readAgain();
      return await importGpts(database, rows, listener, { repeated, allowLanguageChange });
    }
    const repeated = await findRepeatedDays(file.rows, today);
    const rows = await file.readAgain();
    const { gpts, unknown, ...report } = await importHistory(
      database,
      source,
      rows,
      today,
      listener,
      repeated,
    );
    return { ...report, derived: { gpts, unknown } };
  } finally {
    await file.close();
  }
}
