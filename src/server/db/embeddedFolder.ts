import { createHash, randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { withNamedUser } from './embeddedAccount.ts';
import { findInstallation, type Installation } from './embeddedBinaries.ts';
import { canEnter, chooseUser, changeOwner, runAs, type User } from './embeddedUser.ts';

/** PostgreSQL's own limit is 107 bytes on Linux and 103 on macOS, with `/.s.PGSQL.5432` in it. */
const longestSocketFolder = 103 - '/.s.PGSQL.5432'.length;
const abandonedAfterMs = 10 * 60_000;
const firstMajorWithBuiltinLocale = 17;

/** A database folder and everything that its servers need. Does not change while this process runs. */
export interface Cluster {
  /** The PostgreSQL data folder, a real path. */
  folder: string;
  logFile: string;
  user: User | undefined;
  installation: Installation;
  /** How many connections it accepts at a time. */
  maxConnections: number;
}

/**
 * Finds or creates the database folder of `dataDir`, readable by the user that PostgreSQL will run as. It is
 * `<dataDir>/postgres`. If that user cannot enter that, it is another folder, whose path is in
 * `<dataDir>/postgres.location`.
 */
export async function prepareCluster(
  dataDir: string,
  postgresBin: string | undefined,
  maxConnections: number,
  log: (line: string) => void,
): Promise<Cluster> {
  // 0711: PostgreSQL's user must reach its own folder, but need not list ours.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const home = await realpath(dataDir);
  await refuseExchange(home);
  const { named, existing } = await findFolder(home);
  if (named !== undefined && existing !== named) throw missing(home, named);
  const user = await chooseUser(existing);
  const folder =
    existing ?? ((await canEnter(user, home)) ? join(home, 'postgres') : relocated(home));
  const installation = await findInstallation(user, home, postgresBin);
  if (existing === undefined) {
    log(`Making a database in ${folder}`);
    await initialise(folder, user, installation);
  } else if (process.getuid?.() === 0 && (await lstat(folder)).uid === 0) {
    await changeOwner(folder, user);
  }
  if (dirname(folder) !== home && named === undefined) await writeLocation(home, folder);
  await check(folder, user, installation);
  return { folder, user, installation, logFile: join(home, 'postgres.log'), maxConnections };
}

/** Whether `dataDir` has a database. Creates nothing. A folder that we may not read counts as one. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const home = await realpath(dataDir).catch(() => undefined);
  return home !== undefined && (await findFolder(home)).existing !== undefined;
}

/** Returns the PostgreSQL data folder of `dataDir`, a real path; `undefined` without a database. */
export async function clusterFolder(dataDir: string): Promise<string | undefined> {
  const home = await realpath(dataDir).catch(() => undefined);
  return home === undefined ? undefined : (await findFolder(home)).existing;
}

/** Returns the major version of PostgreSQL that made a data folder. */
export async function clusterMajor(folder: string): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'PG_VERSION'), 'utf8'), 10);
}

/** The file that says that an upgrade of PostgreSQL is exchanging the data folders. */
export function exchangeFile(dataDir: string): string {
  return join(dataDir, 'postgres-upgrade', 'exchange.json');
}

/** Throws while an interrupted upgrade has moved the database away, because a start would make an empty one. */
async function refuseExchange(home: string): Promise<void> {
  const isWhole = await stat(exchangeFile(home)).catch(() => undefined);
  if (isWhole === undefined) return;
  throw new Error(
    'An upgrade of PostgreSQL was interrupted. Nothing is lost. Finish it: npm run dolores -- upgrade postgres',
  );
}

/** Returns the folder that `postgres.location` names, and the one with a database. */
async function findFolder(
  home: string,
): Promise<{ named: string | undefined; existing: string | undefined }> {
  const named = await readLocation(home);
  const existing = await firstInitialised([named, join(home, 'postgres'), relocated(home)]);
  return { named, existing };
}

/**
 * Creates the private folder for the unix socket: `known` if this database had one already, else one in the system's
 * temporary folder, because the length of a socket's path is limited.
 */
export async function makeSocketFolder({ folder, user }: Cluster, known?: string): Promise<string> {
  const requested = known ?? join(await socketParent(user), `dolores-${digest(folder)}`);
  await mkdir(requested, { mode: 0o700 }).catch(() => undefined);
  const found = await lstat(requested);
  // Another user may have made a folder of that name in /tmp. It is not used.
  const isOurs = found.uid === user?.uid || found.uid === process.getuid?.();
  const socketFolder = isOurs && found.isDirectory() ? requested : await mkdtemp(`${requested}-`);
  await chmod(socketFolder, 0o700);
  if (user !== undefined) await chown(socketFolder, user.uid, user.gid);
  return socketFolder;
}

async function initialise(
  folder: string,
  user: User | undefined,
  { bin, major }: Installation,
): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await removeAbandoned(folder);
  const unfinished = `${folder}.init-${randomBytes(4).toString('hex')}`;
  await mkdir(unfinished, { mode: 0o700 });
  try {
    await changeOwner(unfinished, user);
    const locale =
      major >= firstMajorWithBuiltinLocale
        ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
        : ['--locale=C.UTF-8'];
    const encoding = ['--encoding=UTF8', ...locale, '--data-checksums'];
    const access = ['--username=postgres', '--auth-local=trust', '--auth-host=reject'];
    const args = ['-D', unfinished, ...encoding, ...access, '--no-instructions'];
    const initdb = join(bin, 'initdb');
    if (user === undefined) {
      await withNamedUser((variables) => runAs(user, initdb, args, variables));
    } else await runAs(user, initdb, args);
    await rename(unfinished, folder);
    await syncFolder(dirname(folder));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Of two first starts at once, the slower one uses the folder of the faster one.
    if (!(await isInitialised(folder))) throw withoutOutput(error);
  }
}

/** Returns the error without the program's output, if that only reports a full disk. */
function withoutOutput(error: unknown): unknown {
  const isFull = error instanceof Error && /No space left on device/i.test(error.message);
  if (!isFull) return error;
  return Object.assign(new Error('PostgreSQL could not make its database', { cause: error }), {
    code: 'ENOSPC',
  });
}

async function check(
  folder: string,
  user: User | undefined,
  { major, version }: Installation,
): Promise<void> {
  if (!(await canEnter(user, folder))) {
    const who = user?.name ?? 'this user';
    throw new Error(
      `${who} cannot enter the database folder ${folder}. Start the app as the folder's owner or as root, or give the folder away with chown.`,
    );
  }
  const made = await clusterMajor(folder);
  if (made === major) return;
  throw new Error(
    `The database in ${folder} was made by PostgreSQL ${made}, but this is ${version}. Name the old installation's bin folder in POSTGRES_BIN, or move the data to the new version: npm run dolores -- upgrade postgres`,
  );
}

async function firstInitialised(folders: (string | undefined)[]): Promise<string | undefined> {
  for (const folder of folders) {
    if (folder !== undefined && (await isInitialised(folder))) return folder;
  }
  return undefined;
}

/** A folder that we may not read counts as initialised. `check` then reports whose it is. */
async function isInitialised(folder: string): Promise<boolean> {
  try {
    await stat(join(folder, 'PG_VERSION'));
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EACCES';
  }
}

async function readLocation(home: string): Promise<string | undefined> {
  try {
    return (await readFile(join(home, 'postgres.location'), 'utf8')).trim();
  } catch {
    return undefined;
  }
}

async function writeLocation(home: string, folder: string): Promise<void> {
  const unfinished = join(home, `postgres.location.${process.pid}`);
  await writeFile(unfinished, `${folder}\n`);
  await rename(unfinished, join(home, 'postgres.location'));
}

function missing(home: string, named: string): Error {
  return new Error(
    `${join(home, 'postgres.location')} names ${named}, where there is no database. Bring the folder back, or delete postgres.location to begin with an empty one.`,
  );
}

function relocated(home: string): string {
  return join('/var/lib', `dolores-${digest(home)}`);
}

/**
 * Returns the folder for the socket's folder: that of a systemd service (`RuntimeDirectory`), whose `/tmp` may be its
 * own, so that commands beside it would not see a socket there; else the system's temporary folder.
 */
async function socketParent(user: User | undefined): Promise<string> {
  const [ofService] = (process.env['RUNTIME_DIRECTORY'] ?? '').split(':');
  if (ofService && ofService.length < 40 && (await canEnter(user, ofService))) return ofService;
  const longest = join(tmpdir(), `dolores-${digest('')}-123456`);
  if (longest.length > longestSocketFolder) return '/tmp';
  return (await canEnter(user, tmpdir())) ? tmpdir() : '/tmp';
}

/** Removes folders of starts that were killed. A recent one may belong to a start that still runs. */
async function removeAbandoned(folder: string): Promise<void> {
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(folder)}.init-`)) continue;
    // Another start may have finished with it since the folder was listed.
    const found = await lstat(join(parent, name)).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs < abandonedAfterMs) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

function digest(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16);
}
