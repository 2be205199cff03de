import { loadCopy } from '#server/db/copyTarget.ts';
import type { Executor } from '#server/db/connect.ts';
import type { BackupPlace } from '#server/gateways/storage/backupPlace.ts';
import { rowsDigested } from '#server/services/backup/rowDigest.ts';
import type { Manifest, TableEntry } from '#server/services/backup/manifest.ts';
import { decompressed, measure } from '#server/services/backup/packing.ts';
import { checked, opened } from '#server/services/backup/readBackup.ts';

export type BackupSource = {
  place: BackupPlace;
  manifest: Manifest;
  /** Private keys of age. */
  identities: readonly string[];
};

/**
 * Loads the rows of a backup into an empty database, and proves each table: the number and the digest of its rows, read
 * again from the database, are those of the manifest. One transaction, so that a failure leaves the database empty.
 * `finish` runs at its end. Returns the number of rows.
 */
export async function restoreTables(
  url: string,
  { place, manifest, identities }: BackupSource,
  finish: (query: Executor) => Promise<void>,
  progress: (line: string) => void,
): Promise<number> {
  await loadCopy(url, manifest, {
    load: async (target) => {
      for (const table of manifest.tables) {
        const { file, sha256 } = table;
        const text = decompressed(opened(place.read(file), file, identities));
        const rows = await target.write(table, checked(text, sha256, file));
        refuseOther(table, { rows, digest: table.digest });
        if (rows >= 10_000) progress(`${table.name}: ${rows} rows`);
      }
      await target.setSequences(manifest.sequences);
    },
    check: async (target) => {
      progress('Reading all rows again to compare them');
      for (const table of manifest.tables) {
        const found = { rows: 0, digest: '' };
        const rows = target.read(table, (count) => (found.rows = count));
        await measure(rowsDigested(rows, (digest) => (found.digest = digest)));
        refuseOther(table, found);
      }
    },
    finish,
  });
  return manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
}

function refuseOther(table: TableEntry, found: { rows: number; digest: string }): void {
  if (found.rows === table.rows && found.digest === table.digest) return;
  throw new Error(
    `The restored table ${table.name} differs from the backup: ${found.rows} rows instead of ${table.rows}, digest ` +
      `${found.digest} instead of ${table.digest}. Nothing was restored.`,
  );
}
