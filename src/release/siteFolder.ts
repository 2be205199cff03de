import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where releases live in the data folder. */
export type SiteFolder = {
  root: string;
  /** Files by content hash. */
  store: string;
  /** One manifest per release. */
  releases: string;
  /** The input of each of them. */
  built: string;
  /** Names the release that is served. */
  current: string;
  /** The files of a running publish. */
  work: string;
  /** The snapshot of the last publish, which the next one asks for changes of. */
  snapshot: string;
  lock: string;
  /** The id of the last release as long as it is being switched to and what it replaces is cleaned up. */
  switching: string;
  /** Since when the store is known to hold nothing but what releases name (ISO); absent while a release is built. */
  tidied: string;
  /** Hashes of texts that were compressed fast and wait to be compressed again, one a line. */
  recompress: string;
  /** Digest of everything besides the snapshot that the last publish was made from, and the release that it made. */
  code: string;
};

export function siteFolder(dataDir: string): SiteFolder {
  const root = join(dataDir, 'site');
  return {
    root,
    store: join(root, 'store'),
    releases: join(root, 'releases'),
    built: join(root, 'built'),
    current: join(root, 'current'),
    work: join(root, 'work'),
    snapshot: join(root, 'snapshot.ndjson'),
    lock: join(root, 'publish.lock'),
    switching: join(root, 'switching'),
    tidied: join(root, 'tidied'),
    recompress: join(root, 'recompress'),
    code: join(root, 'code'),
  };
}

/**
 * Replaces a file in one step: a reader sees the old content or the new, never a part, also after a crash.
 * Makes the folder where it is missing.
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

/** A name beside `file` that nobody else uses. */
export function temporaryName(file: string): string {
  return `${file}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
}

/** The content of a file, or `undefined` where there is none. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    // At once: read as text, a large file is decoded piece by piece, which takes ten times as long.
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

/** Makes the renaming itself durable; file systems that cannot do that are left alone. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync().catch(() => undefined);
  } finally {
    await handle.close();
  }
}
