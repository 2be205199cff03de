import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { isThere, replaceFile } from '#release/siteFolder.ts';
import type { Config } from '#server/config.ts';
import type { CorePlatform } from '#server/context.ts';
import { connect } from '#server/db/connect.ts';
import { refuseUsed } from '#server/db/copyTarget.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { clusterFolder, clusterMajor, exchangeFile } from '#server/db/embeddedFolder.ts';
import { removeDataFolder } from '#server/db/embeddedRemoval.ts';
import { withMigrationLock } from '#server/db/migrate.ts';
import { openBackupPlace } from '#server/gateways/storage/backupPlace.ts';
import { checkLedger } from '#server/services/credits/verify.ts';
import { backUpTables } from '#server/services/backup/backupBefore.ts';
import { readManifest } from '#server/services/backup/readBackup.ts';
import { restoreTables } from '#server/services/backup/restoreTables.ts';

/** No database is open. */
type UpgradePlatform = Pick<CorePlatform, 'config' | 'log'>;

export type UpgradeInput = {
  /** The `bin` folder of the PostgreSQL that made the database. */
  fromBin: string;
  progress: (line: string) => void;
};

export type UpgradedPostgres = {
  from: number;
  to: number;
  /** `undefined` if only an interrupted upgrade was finished. */
  rows: number | undefined;
  /** The data folder of the old version, which can be deleted. */
  kept: string;
};

const exchangeSchema = z.object({
  from: z.number(),
  to: z.number(),
  folder: z.string(),
  made: z.string(),
  kept: z.string(),
});

type Exchange = z.infer<typeof exchangeSchema>;

/**
 * Moves the embedded database to another version of PostgreSQL by dump and load: copies all rows by the old one, loads and
 * proves them in a new data folder, then exchanges the folders. The old folder is kept. Killed before the exchange, nothing
 * has changed; killed in it, no server starts until this function has finished it.
 */
export async function upgradePostgres(
  platform: UpgradePlatform,
  { fromBin, progress }: UpgradeInput,
): Promise<UpgradedPostgres> {
  const { config, log } = platform;
  const interrupted = await readExchange(config.dataDir);
  if (interrupted) return { ...(await exchange(config.dataDir, interrupted)), rows: undefined };
  const folder = await clusterFolder(config.dataDir);
  if (folder === undefined) throw new Error(`There is no database in DATA_DIR (${config.dataDir})`);
  const from = await clusterMajor(folder);
  const work = join(config.dataDir, 'postgres-upgrade');
  const fresh = join(work, 'new');
  const say = (line: string) => log.info(line);
  await removeDataFolder(fresh, say);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true, mode: 0o711 });
  progress(`Copying the rows by PostgreSQL ${from}`);
  const backups = join(work, 'rows');
  const name = await copyOld(config, { fromBin, backups, log: say });
  progress('Loading the rows into a new data folder');
  const rows = await loadNew(platform, { fresh, backups, name, progress });
  const made = await clusterFolder(fresh);
  if (made === undefined) throw new Error(`There is no database in ${fresh}`);
  const to = await clusterMajor(made);
  const kept = `${folder}.postgres${from}-${name}`;
  const plan = { from, to, folder, made, kept };
  await writeExchange(config.dataDir, plan);
  return { ...(await exchange(config.dataDir, plan)), rows };
}

type Copying = { fromBin: string; backups: string; log: (line: string) => void };

async function copyOld(config: Config, { fromBin, backups, log }: Copying): Promise<string> {
  const { dataDir } = config;
  const old = await startEmbedded({ dataDir, postgresBin: fromBin, log });
  try {
    // Servers of the old version that start meanwhile wait for this lock.
    return await withMigrationLock(old.url, async (client) => {
      await refuseUsed(client);
      const plain = { ...config, backup: { ...config.backup, recipients: [] } };
      return backUpTables(old.url, plain, backups);
    });
  } finally {
    await old.stop();
  }
}

type Loading = {
  fresh: string;
  backups: string;
  name: string;
  progress: (line: string) => void;
};

/** Returns the number of rows. */
async function loadNew(
  { config, log }: UpgradePlatform,
  { fresh, backups, name, progress }: Loading,
): Promise<number> {
  const { postgresBin } = config;
  const postgres = await startEmbedded({
    dataDir: fresh,
    postgresBin,
    log: (line) => log.info(line),
  });
  try {
    const place = openBackupPlace(config, backups);
    const source = { place, manifest: await readManifest(place, name), identities: [] };
    const rows = await restoreTables(postgres.url, source, async () => undefined, progress);
    const database = connect(postgres.url, log, 2);
    const { violations } = await checkLedger(database);
    await database.close();
    if (violations.length === 0) return rows;
    throw new Error(
      `The ledger is broken (${violations[0]?.rule}): see “ledger verify”. Nothing was changed.`,
    );
  } finally {
    await postgres.stop();
  }
}

/** Exchanges the folders. Every step can be repeated after the process was killed. */
async function exchange(dataDir: string, plan: Exchange): Promise<Omit<UpgradedPostgres, 'rows'>> {
  const { from, to, folder, made, kept } = plan;
  // The new folder is moved last: without it, both moves are done, and `kept` may be deleted already.
  if (await isThere(made)) {
    if (!(await isThere(kept))) await rename(folder, kept);
    await rename(made, folder);
  }
  // First, because a start is refused as long as it is there.
  await rm(exchangeFile(dataDir), { force: true });
  await rm(dirname(exchangeFile(dataDir)), { recursive: true, force: true });
  return { from, to, kept };
}

async function readExchange(dataDir: string): Promise<Exchange | undefined> {
  const text = await readFile(exchangeFile(dataDir), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : z.parse(exchangeSchema, JSON.parse(text));
}

async function writeExchange(dataDir: string, plan: Exchange): Promise<void> {
  await replaceFile(exchangeFile(dataDir), JSON.stringify(plan));
}
