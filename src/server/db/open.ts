import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { type Database, connect } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { hasCluster } from '#server/db/embeddedFolder.ts';
import { type BeforeMigrations, isMigrated, migrate } from '#server/db/migrate.ts';
import { refuseSharedSessions } from '#server/db/sharedSessions.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataDir' | 'postgresBin'> &
  Partial<Pick<Config, 'directDatabaseUrl'>>;

/**
 * Opens the configured database, or starts the embedded one, and applies missing migrations. `close` ends the pool, and
 * stops the embedded PostgreSQL unless another process uses it.
 */
export function openDatabase(
  place: Place,
  log: Logger,
  poolSize?: number,
  before?: BeforeMigrations,
): Promise<Database> {
  const prepare = prepareDatabase(place, (url) => migrate(url, before, () => warnOfWait(log)));
  return openAfter(prepare, place, log, poolSize);
}

/**
 * The same for a database that a server has made already: a command that made one would answer about an empty database,
 * and in the wrong folder. Throws an error for the operator when there is none.
 */
export async function openExistingDatabase(
  place: Place,
  log: Logger,
  poolSize?: number,
  before?: BeforeMigrations,
): Promise<Database> {
  await refuseMissing(place);
  const prepare = async (url: string): Promise<void> => {
    if (await isMigrated(url)) return migrate(url, before, () => warnOfWait(log));
    throw emptyDatabase(place);
  };
  return openAfter(prepareDatabase(place, prepare), place, log, poolSize);
}

/**
 * Opens the database as it is, for backups and upgrades: nothing is migrated. Throws an error for the operator when there
 * is none.
 */
export async function openUnmigratedDatabase(
  place: Place,
  log: Logger,
  poolSize?: number,
): Promise<Database> {
  const prepare = async (url: string): Promise<void> => {
    if (!(await isMigrated(url))) throw emptyDatabase(place);
  };
  await refuseMissing(place);
  return openAfter(prepare, place, log, poolSize);
}

/** Opens a database for a restore. Makes the embedded one if it is missing, and no schema in it. */
export function openEmptyDatabase(place: Place, log: Logger, poolSize?: number): Promise<Database> {
  return openAfter(async () => undefined, place, log, poolSize);
}

/**
 * Opens a database as it is, for a command that looks at it: nothing is migrated, and a pooler is not refused. Returns
 * `undefined` if there is none.
 */
export async function openUnchanged(
  place: Place,
  log: Logger,
  poolSize?: number,
): Promise<Database | undefined> {
  if (place.databaseUrl === undefined && !(await hasCluster(place.dataDir))) return undefined;
  return openAfter(async () => undefined, place, log, poolSize);
}

/** Refuses a pooler that does not keep sessions before anything else is done through it. */
function prepareDatabase(
  { databaseUrl }: Place,
  prepare: (url: string) => Promise<void>,
): (url: string) => Promise<void> {
  if (databaseUrl === undefined) return prepare;
  return async (url) => {
    await refuseSharedSessions(url);
    await prepare(url);
  };
}

function warnOfWait(log: Logger): void {
  log.warn('the upgrade waits for the end of a backup or of another long read');
}

async function refuseMissing({ databaseUrl, dataDir }: Place): Promise<void> {
  if (databaseUrl === undefined && !(await hasCluster(dataDir))) {
    throw noDatabase(`There is no database in DATA_DIR (${dataDir})`);
  }
}

function emptyDatabase({ databaseUrl, dataDir }: Place): Error {
  const named = databaseUrl === undefined ? `in DATA_DIR (${dataDir})` : 'of DATABASE_URL';
  return noDatabase(`The database ${named} is empty`);
}

function noDatabase(what: string): Error {
  return new Error(
    `${what}, and commands make none. Nothing was changed. Name the right one, start the server once, or restore a backup.`,
  );
}

/** Opens the database after `prepare` was done on its address. */
async function openAfter(
  prepare: (url: string) => Promise<void>,
  { databaseUrl, directDatabaseUrl, dataDir, postgresBin }: Place,
  log: Logger,
  poolSize: number | undefined,
): Promise<Database> {
  if (databaseUrl !== undefined) {
    await prepare(directDatabaseUrl ?? databaseUrl);
    return connect(databaseUrl, log, poolSize, { directUrl: directDatabaseUrl });
  }
  const postgres = await startEmbedded({ dataDir, postgresBin, log: (line) => log.info(line) });
  try {
    await prepare(postgres.url);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  const database = connect(postgres.url, log, poolSize);
  return {
    ...database,
    close: async () => {
      await database.close();
      await postgres.stop();
    },
  };
}
