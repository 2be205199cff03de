import type { Config } from '#server/config.ts';
import { clusterFolder, clusterMajor } from '#server/db/embeddedFolder.ts';
import { findInstallation } from '#server/db/embeddedBinaries.ts';
import { readMigrationState } from '#server/db/migrationState.ts';
import { withOwnQueries } from '#server/db/ownClient.ts';
import { upgradeFolder } from '#server/services/backup/backupBefore.ts';

/** The changes that the start of this program would make. */
export type UpgradeCheck = {
  /** The names of the migrations that the start would apply. */
  migrations: string[];
  /** Whether a newer program has changed the database, so that this one refuses to start. */
  isNewer: boolean;
  /** The folder of the backup that is made before; `null` if none is made. */
  backup: string | null;
};

export async function checkUpgrade(config: Config, url: string): Promise<UpgradeCheck> {
  const { missing, newer } = await withOwnQueries(url, readMigrationState);
  const isBackedUp = missing.length > 0 && config.backup.beforeMigrations;
  return {
    migrations: missing.map(({ tag }) => tag),
    isNewer: newer.length > 0,
    backup: isBackedUp ? upgradeFolder(config) : null,
  };
}

/** The versions of the embedded PostgreSQL: of the data, and of the program. */
export type PostgresVersions = { made: number; installed: string; isSame: boolean };

/** Returns `undefined` for a database of `DATABASE_URL`, and without a database. */
export async function checkPostgres(config: Config): Promise<PostgresVersions | undefined> {
  const { databaseUrl, dataDir, postgresBin } = config;
  const folder = databaseUrl === undefined ? await clusterFolder(dataDir) : undefined;
  if (folder === undefined) return undefined;
  const { major, version } = await findInstallation(undefined, dataDir, postgresBin);
  const made = await clusterMajor(folder);
  return { made, installed: version, isSame: made === major };
}
