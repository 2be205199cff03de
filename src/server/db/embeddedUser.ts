import { execFile } from 'node:child_process';
import { chown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The operating-system user that PostgreSQL runs as. Functions take `undefined` for our own user. */
export interface User {
  uid: number;
  gid: number;
  name: string;
}

/** The environment of child processes, without PG* variables, which would redirect them. */
export const cleanEnvironment = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
} as const;

/**
 * Returns the user to run PostgreSQL as, because it refuses to run as root: the owner of an existing database folder,
 * else `postgres`, else `nobody`. Returns `undefined` when we are not root.
 */
export async function chooseUser(existingFolder?: string): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existingFolder === undefined ? undefined : await lstat(existingFolder);
  if (owner !== undefined && owner.uid !== 0) {
    return { uid: owner.uid, gid: owner.gid, name: `uid ${owner.uid}` };
  }
  const user = (await findUser('postgres')) ?? (await findUser('nobody'));
  if (user !== undefined) return user;
  throw new Error(
    'PostgreSQL refuses to run as root and this machine has neither a user "postgres" nor ' +
      '"nobody". Start the app as another user, or set DATABASE_URL.',
  );
}

/** Runs a program to its end as that user, with further variables. Returns its standard output. */
export async function runAs(
  user: User | undefined,
  file: string,
  args: string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...cleanEnvironment, ...variables };
  const { stdout } = await run(file, args, { ...identity(user), cwd: '/', env });
  return stdout;
}

/** Returns the uid and gid options of `spawn`; none for our own user. */
export function identity(user: User | undefined): { uid?: number; gid?: number } {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid };
}

/** Whether that user can enter the folder. Tried out, because mode bits alone do not decide it. */
export async function canEnter(user: User | undefined, folder: string): Promise<boolean> {
  try {
    await runAs(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]);
    return true;
  } catch {
    return false;
  }
}

/** Makes the user the owner of a folder and everything in it. Does nothing for our own user. */
export async function changeOwner(folder: string, user: User | undefined): Promise<void> {
  if (user === undefined) return;
  await chown(folder, user.uid, user.gid);
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    if (!entry.isSymbolicLink())
      await chown(join(entry.parentPath, entry.name), user.uid, user.gid);
  }
}

async function findUser(name: string): Promise<User | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout), name };
  } catch {
    return undefined;
  }
}
