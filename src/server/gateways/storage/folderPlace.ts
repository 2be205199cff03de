import { createReadStream } from 'node:fs';
import { chown, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { BackupPlace } from '#server/gateways/storage/backupPlace.ts';
import { writeDurably } from '#server/gateways/storage/durableFiles.ts';

/** The end of names of files that are being written. */
const unfinished = '.unfinished';

/** Backups in a folder that only its owner can read. */
export class FolderPlace implements BackupPlace {
  readonly label: string;

  constructor(folder: string) {
    this.label = folder;
  }

  async write(name: string, content: AsyncIterable<Uint8Array>): Promise<number> {
    const path = this.#pathOf(name);
    const draft = path + unfinished;
    await makeFolder(dirname(path));
    const onCreate = (): Promise<void> => giveAway(draft, dirname(path));
    return writeDurably({ path, draft, onCreate }, content);
  }

  read(name: string): AsyncIterable<Uint8Array> {
    return createReadStream(this.#pathOf(name));
  }

  /** Files of killed processes are among them, so that they can be removed. */
  async list(folder: string): Promise<string[]> {
    const entries = await readdir(this.#pathOf(folder), {
      withFileTypes: true,
      recursive: true,
    }).catch(noneIfMissing);
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(this.label, join(parentPath, name)))
      .map((path) => path.split(sep).join('/'));
  }

  async remove(name: string): Promise<void> {
    const path = this.#pathOf(name);
    await rm(path, { force: true });
    await this.#removeEmpty(dirname(path));
  }

  /** Removes a folder of this place and those above it, as long as they have no files. */
  async #removeEmpty(folder: string): Promise<void> {
    if (!folder.startsWith(this.label + sep)) return;
    const isRemoved = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (isRemoved) await this.#removeEmpty(dirname(folder));
  }

  #pathOf(name: string): string {
    return join(this.label, ...partsOf(name));
  }
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    await giveAway(made, dirname(first));
  }
}

/** Gives a file or folder that root has made to the owner of a folder, whose nightly backup writes there, too. */
async function giveAway(path: string, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  // Some network drives have no owners, and refuse it.
  await chown(path, uid, gid).catch(() => undefined);
}

/** Returns the parts of a name. Throws for one that leads out of its place. */
function partsOf(name: string): string[] {
  const parts = name.split('/');
  if (parts.some((part) => ['', '.', '..'].includes(part) || /[\\\0]/.test(part))) {
    throw new Error(`${name} is no name of a file in a backup`);
  }
  return parts;
}

function noneIfMissing(error: unknown): never[] {
  if ((error as { code?: unknown }).code === 'ENOENT') return [];
  throw error;
}
