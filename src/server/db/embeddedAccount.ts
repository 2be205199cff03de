import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** The library that adds an entry to the list of users for one program, as the image of PostgreSQL uses it. */
const library = 'libnss_wrapper.so';
const libraryFolders = ['/usr/lib', '/usr/lib64', '/usr/local/lib', '/lib'];

/** Variables by which an operator uses that library for the whole process. */
const wrapperVariables = ['LD_PRELOAD', 'NSS_WRAPPER_PASSWD', 'NSS_WRAPPER_GROUP'];

type Variables = Readonly<Record<string, string>>;

/**
 * Calls `work` with the variables of an environment in which our user id has a name: `initdb` refuses to run without
 * one. OpenShift and `docker run --user` choose ids that `/etc/passwd` does not have. Throws an `Error` for the operator
 * if there is neither a name nor the library.
 */
export async function withNamedUser<Result>(
  work: (variables: Variables) => Promise<Result>,
): Promise<Result> {
  const given = wrapperVariables.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  if (hasName()) return work(Object.fromEntries(given));
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const path = await findLibrary();
  if (path === undefined) throw nameless(uid);
  const folder = await mkdtemp(join(tmpdir(), 'dolores-user-'));
  try {
    const [users, groups] = [join(folder, 'passwd'), join(folder, 'group')];
    await writeFile(users, `dolores:x:${uid}:${gid}:Dolores:/:/bin/false\n`);
    await writeFile(groups, `dolores:x:${gid}:\n`);
    return await work({
      LD_PRELOAD: path,
      NSS_WRAPPER_PASSWD: users,
      NSS_WRAPPER_GROUP: groups,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Finds the library directly in a folder of libraries, or in the one of a processor, as on Debian. */
async function findLibrary(): Promise<string | undefined> {
  for (const parent of libraryFolders) {
    const inner = await readdir(parent).catch(() => []);
    const platforms = inner.filter((name) => name.endsWith('-linux-gnu'));
    for (const folder of [parent, ...platforms.map((name) => join(parent, name))]) {
      const path = join(folder, library);
      if (await stat(path).catch(() => undefined)) return path;
    }
  }
  return undefined;
}

function nameless(uid: number): Error {
  return new Error(
    `PostgreSQL cannot make a database as the user id ${uid}, which has no entry in /etc/passwd: ` +
      'install the package libnss-wrapper, start as a user of the system, or set DATABASE_URL.',
  );
}
