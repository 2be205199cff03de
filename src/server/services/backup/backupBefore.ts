import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { BeforeMigrations } from '#server/db/migrate.ts';
import { withCopySource } from '#server/db/copySource.ts';
import { openBackupPlace } from '#server/gateways/storage/backupPlace.ts';
import {
  backupName,
  backupFormat,
  manifestFile,
  type Manifest,
} from '#server/services/backup/manifest.ts';
import { textBytes } from '#server/services/backup/packing.ts';
import { removeOldest, removeUnfinished } from '#server/services/backup/pruneBackups.ts';
import { secretCheck } from '#server/secretCheck.ts';
import { writeTables } from '#server/services/backup/writeTables.ts';

/** Backups before upgrades that are kept, because each is as large as the database. */
const keptBackups = 2;

/** Returns the folder of backups that the program makes before upgrades. */
export function upgradeFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'before-upgrade');
}

/**
 * Returns what is to be done before missing migrations are applied: a backup of the tables in the data folder, unless the
 * configuration says no. Media never change, so they are not part of it.
 */
export function backupBefore(config: Config, log: Logger): BeforeMigrations | undefined {
  if (!config.backup.beforeMigrations) return undefined;
  return async (url, missing) => {
    const started = performance.now();
    const place = openBackupPlace(config, upgradeFolder(config));
    const onWait = () => log.warn('the upgrade waits for the end of another backup');
    const name = await backUpTables(url, config, place.label, onWait);
    await removeOldest(place, keptBackups);
    const seconds = Math.round((performance.now() - started) / 1_000);
    const folder = place.label;
    log.warn(
      { backup: name, folder, migrations: missing.length, seconds },
      'backed up before an upgrade',
    );
  };
}

/**
 * Stores the rows of all tables as a backup without media in a folder. Returns its name. While another backup runs, it
 * waits if there is an `onWait`, else it throws.
 */
export async function backUpTables(
  url: string,
  config: Pick<Config, 's3' | 'secret' | 'backup'>,
  folder: string,
  onWait?: () => void,
): Promise<string> {
  const place = openBackupPlace(config, folder);
  const { recipients } = config.backup;
  const target = { place, name: backupName(new Date()), recipients };
  await withCopySource(
    url,
    async (source) => {
      await removeUnfinished(place);
      const started = new Date().toISOString();
      const { tables } = await writeTables(source, target, () => undefined);
      const manifest: Manifest = {
        format: backupFormat,
        name: target.name,
        started,
        finished: new Date().toISOString(),
        postgres: source.postgres,
        migrations: source.migrations,
        encrypted: recipients.length > 0,
        secretCheck: secretCheck(config.secret),
        tables,
        sequences: await source.readSequences(),
        files: [],
        media: null,
      };
      await place.write(manifestFile(target.name), textBytes([JSON.stringify(manifest)]));
    },
    onWait,
  );
  return target.name;
}
