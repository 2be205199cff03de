import type { CorePlatform } from '#server/context.ts';
import { type Executor, connect } from '#server/db/connect.ts';
import { withTemporaryDatabase } from '#server/db/temporaryDatabase.ts';
import { type LedgerCheck, checkLedger } from '#server/services/credits/verify.ts';
import { proveMedia } from '#server/services/backup/restoreFiles.ts';
import { type BackupSource, restoreTables } from '#server/services/backup/restoreTables.ts';
import { markRestoredCopy } from '#server/services/operation/restoredCopy.ts';

export type Drilled = {
  rows: number;
  tables: number;
  media: number;
  ledger: LedgerCheck;
  seconds: number;
};

/** Restores a backup into a temporary database beside the real one, proves it like a restore, and drops it. */
export async function drillBackup(
  { database, log }: CorePlatform,
  source: BackupSource,
  progress: (line: string) => void,
): Promise<Drilled> {
  const started = performance.now();
  const media = await proveMedia(source);
  return withTemporaryDatabase(database.url, async (url) => {
    const { manifest } = source;
    const mark = (query: Executor) => markRestoredCopy(query, manifest.name);
    const rows = await restoreTables(url, source, mark, progress);
    const restored = connect(url, log, 2);
    try {
      const ledger = await checkLedger(restored);
      const seconds = (performance.now() - started) / 1_000;
      return { rows, tables: manifest.tables.length, media, ledger, seconds };
    } finally {
      await restored.close();
    }
  });
}
