import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  folder: string;
  /** Fills it to its last byte. */
  fill(): Promise<void>;
  /** Makes room again. */
  empty(): Promise<void>;
  remove(): Promise<void>;
};

/** A file system of its own with as many megabytes; `undefined` without the right to mount one. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'dolores-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  if (mounted.status !== 0) {
    await rm(folder, { recursive: true });
    return undefined;
  }
  // PostgreSQL runs as another user, who must get through.
  await chmod(folder, 0o755);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => fill(filler),
    empty: () => rm(filler, { force: true }),
    remove: async () => {
      spawnSync('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function fill(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (let size = 1_048_576; size >= 1; size /= 16)
      await writeUntilFull(file, Buffer.alloc(size));
  } finally {
    await file.close();
  }
}

async function writeUntilFull(
  file: Awaited<ReturnType<typeof open>>,
  bytes: Buffer,
): Promise<void> {
  try {
    for (;;) await file.appendFile(bytes);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOSPC') throw error;
  }
}
