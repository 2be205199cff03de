import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { writeDurably } from '#server/gateways/storage/durableFiles.ts';
import type { MediaContent, MediaStore } from '#server/gateways/storage/media.ts';
import { partsOfKey } from '#server/gateways/storage/mediaKey.ts';

/** The folder of files that are being written. */
const draftFolder = '.incoming';

/** Older drafts belong to processes that were killed. */
const draftMilliseconds = 24 * 3_600_000;

/**
 * Media in a folder, with 256 subfolders for each kind. A file is written as a draft and renamed when all of it is
 * on the disk, so that no part of a file is ever read.
 */
export class FolderMedia implements MediaStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const path = this.#pathOf(key);
    const draft = join(this.#folder, draftFolder, randomUUID());
    await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeDurably({ path, draft }, content);
  }

  async get(key: string): Promise<MediaContent | undefined> {
    const path = this.#pathOf(key);
    const found = await stat(path).catch(undefinedIfMissing);
    if (!found) return undefined;
    return {
      size: found.size,
      // Opened here, so that content that is not read leaves no file open.
      stream: (range) => {
        const part = range && { start: range.first, end: range.last };
        return Readable.toWeb(createReadStream(path, part)) as ReadableStream<Uint8Array>;
      },
    };
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  async isHere(): Promise<boolean> {
    return (await stat(this.#folder).catch(undefinedIfMissing)) !== undefined;
  }

  async isEmpty(): Promise<boolean> {
    const list = async (path: string) => (await readdir(path).catch(undefinedIfMissing)) ?? [];
    // Not drafts, and not what a disk has, such as lost+found.
    const kinds = (await list(this.#folder)).filter((name) => /^[a-z]+$/.test(name));
    for (const kind of kinds) {
      for (const part of await list(join(this.#folder, kind))) {
        if ((await list(join(this.#folder, kind, part))).length > 0) return false;
      }
    }
    return true;
  }

  async tidy(): Promise<void> {
    const folder = join(this.#folder, draftFolder);
    const drafts = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
    for (const draft of drafts) {
      const path = join(folder, draft);
      const found = await stat(path).catch(undefinedIfMissing);
      if (found?.isFile() && found.mtimeMs < Date.now() - draftMilliseconds) {
        await rm(path, { force: true });
      }
    }
  }

  #pathOf(key: string): string {
    const { kind, id } = partsOfKey(key);
    return join(this.#folder, kind, id.slice(0, 2), id);
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
}
