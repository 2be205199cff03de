import type { CopySource } from '#server/db/copySource.ts';
import type { BackupPlace } from '#server/gateways/storage/backupPlace.ts';
import { type TableEntry, backupsFolder } from '#server/services/backup/manifest.ts';
import { compressed, encrypted, measured } from '#server/services/backup/packing.ts';
import { rowsDigested } from '#server/services/backup/rowDigest.ts';

export type BackupTarget = {
  place: BackupPlace;
  /** The name of the backup. */
  name: string;
  /** Public keys of age. */
  recipients: readonly string[];
};

/** Stores the rows of each table. Returns their entries, and the stored bytes. */
export async function writeTables(
  source: CopySource,
  { place, name, recipients }: BackupTarget,
  progress: (line: string) => void,
): Promise<{ tables: TableEntry[]; bytes: number }> {
  const tables: TableEntry[] = [];
  let bytes = 0;
  for (const table of source.tables) {
    const file = tableFile(name, table.name, recipients);
    const entry = { ...table, rows: 0, digest: '', file, sha256: '' };
    const rows = source.read(table, (count) => (entry.rows = count));
    const digested = rowsDigested(rows, (digest) => (entry.digest = digest));
    const text = measured(digested, ({ sha256 }) => (entry.sha256 = sha256));
    bytes += await place.write(entry.file, encrypted(compressed(text), recipients));
    if (entry.rows >= 10_000) progress(`${table.name}: ${entry.rows} rows`);
    tables.push(entry);
  }
  return { tables, bytes };
}

function tableFile(name: string, table: string, recipients: readonly string[]): string {
  return `${backupsFolder}/${name}/tables/${table}.copy.zst${recipients.length > 0 ? '.age' : ''}`;
}
