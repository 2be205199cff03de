import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

type Durable = {
  path: string;
  /** The file until all of it is on the disk. It must be on the same file system. */
  draft: string;
  /** Called before the first byte is written. */
  onCreate?: () => Promise<void>;
};

/**
 * Writes a file as a draft and renames it when all of it is on the disk: nobody reads a part of it, and it survives a
 * power failure. Removes the draft after an error. Returns the number of bytes.
 */
export async function writeDurably(
  { path, draft, onCreate }: Durable,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<number> {
  const file = await open(draft, 'w', 0o600);
  try {
    const bytes = await fill(file, content, onCreate);
    await rename(draft, path);
    await syncFolder(dirname(path));
    return bytes;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Writes and closes a file. Returns the number of bytes. */
async function fill(
  file: FileHandle,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  onCreate?: () => Promise<void>,
): Promise<number> {
  try {
    await onCreate?.();
    let bytes = 0;
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      await writeWhole(file, chunk);
      bytes += chunk.byteLength;
    }
    await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
}

async function writeWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.byteLength;) {
    done += (await file.write(bytes, done)).bytesWritten;
  }
}

/** Writes a folder to the disk, so that a new name in it survives a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
