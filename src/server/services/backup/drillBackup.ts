import type { CorePlatform } from '#server/context.ts';
import { type Executor, connect } from '#server/db/connect.ts';
import { withTemporaryDatabase } from '#server/db/temporaryDatabase.ts';
import { type LedgerCheck, checkLedger } from '#server/services/credits/verify.ts';
import { type DamagedFile, proveFiles, proveMedia } from '#server/services/backup/restoreFiles.ts';
import { type BackupSource, restoreTables } from '#server/services/backup/restoreTables.ts';
import { markRestoredCopy } from '#server/services/operation/restoredCopy.ts';

export type Drilled = {
  rows: number;
  tables: number;
  media: number;
  files: number;
  damaged: DamagedFile[];
  /** Media files that were lost before the backup. */
  lost: number;
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
  const damaged = await proveFiles(source);
  return withTemporaryDatabase(database.url, async (url) => {
    const { manifest } = source;
    const mark = (query: Executor) => markRestoredCopy(query, manifest.name);
    const rows = await restoreTables(url, source, mark, progress);
    const restored = connect(url, log, 2);
    try {
      const ledger = await checkLedger(restored);
      const seconds = (performance.now() - started) / 1_000;
      const files = manifest.files.length - damaged.length;
      const lost = manifest.media?.lost ?? 0;
      const tables = manifest.tables.length;
      return { rows, tables, media, files, damaged, lost, ledger, seconds };
    } finally {
      await restored.close();
    }
  });
}
