import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The paths of the site in the data folder. */
export type SiteFolder = {
  root: string;
  /** Files by content hash. */
  store: string;
  /** One manifest for each release. */
  releases: string;
  /** The code of removed releases, which is kept for a day. */
  pieces: string;
  /** One build record for each release. */
  built: string;
  /** The file with the id of the served release. */
  current: string;
  /** The files of a running publish. */
  work: string;
  /** The snapshot of the last publish. The next one requests only the changes since. */
  snapshot: string;
  lock: string;
  /** The file with the id of the new release, which exists from the switch until old files are removed. */
  switching: string;
  /** Since when (ISO) the store has contained only contents of releases. Missing while a release is built. */
  tidied: string;
  /** The hashes of texts to compress again, one per line. */
  recompress: string;
  /** The list that is being worked off, renamed because a publish may append to the first at any time. */
  recompressing: string;
  /** The digest of all input of the last publish but the snapshot, and the id of its release. */
  code: string;
};

export function siteFolder(dataDir: string): SiteFolder {
  const root = join(dataDir, 'site');
  return {
    root,
    store: join(root, 'store'),
    releases: join(root, 'releases'),
    pieces: join(root, 'pieces.json'),
    built: join(root, 'built'),
    current: join(root, 'current'),
    work: join(root, 'work'),
    snapshot: join(root, 'snapshot.ndjson'),
    lock: join(root, 'publish.lock'),
    switching: join(root, 'switching'),
    tidied: join(root, 'tidied'),
    recompress: join(root, 'recompress'),
    recompressing: join(root, 'recompress.begun'),
    code: join(root, 'code'),
  };
}

/**
 * Replaces a file atomically: a reader sees the old or the new content, never a part, also after a crash. Creates the
 * folder if it is missing.
 */
export async function replaceFile(file: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = temporaryName(file);
  try {
    await writeDurably(temporary, content);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

/** Returns a unique path in the folder of `file`. */
export function temporaryName(file: string): string {
  return `${file}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
}

/** Whether a file exists and can be reached. */
export async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Returns the content of a file; `undefined` if it does not exist. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    // Decoded at once: `readFile` with an encoding decodes a large file in pieces, which takes ten times as long.
    return (await readFile(file)).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeDurably(file: string, content: string | Buffer): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a rename durable, if the file system supports it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync().catch(() => undefined);
  } finally {
    await handle.close();
  }
}
