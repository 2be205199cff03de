import { randomUUID } from 'node:crypto';
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ConfigCheck,
  type Finding,
  ok,
  problem,
  reasonOf,
  warning,
} from '#server/services/doctor/findings.ts';
import { findForgottenFolders } from '#server/services/operation/forgottenFolders.ts';

/** Free space of a disk: shares, and bytes below which a share of a large disk does not help. */
const limits = { warnShare: 0.1, problemShare: 0.02, problemBytes: 200_000_000 };

/** Whether the folders of this server are there, can be written, have space, and are the ones with files. */
export const folders: ConfigCheck = {
  name: 'disk',
  seconds: 10,
  run: async (config) => {
    const { dataDir, mediaStore } = config;
    const found = await checkFolder('DATA_DIR', dataDir);
    const isOther = !mediaStore.startsWith('s3://') && mediaStore !== join(dataDir, 'media');
    if (isOther) found.push(...(await checkFolder('MEDIA_STORE', mediaStore)));
    const forgotten = await findForgottenFolders(config);
    return [...found, ...forgotten.map(({ text, next }) => warning(text, next))];
  },
};

async function checkFolder(name: string, path: string): Promise<Finding[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) {
    return [problem(`${name} (${path}) is no folder`, 'Make it, or correct the variable.')];
  }
  try {
    await writeProbe(path);
  } catch (error) {
    return [
      problem(
        `${name} (${path}) cannot be written: ${reasonOf(error)}`,
        'Give it to the user who runs the server, or mount it for writing.',
      ),
    ];
  }
  return [await checkSpace(name, path)];
}

/** Writes a file and removes it: rights alone do not show a full disk or one that is mounted for reading only. */
async function writeProbe(path: string): Promise<void> {
  const file = join(path, `doctor.${randomUUID()}`);
  try {
    await writeFile(file, 'probe');
  } finally {
    await rm(file, { force: true });
  }
}

async function checkSpace(name: string, path: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(path);
  const free = bavail * bsize;
  const share = bavail / Math.max(1, blocks);
  const text = `${name} has ${(free / 1e9).toFixed(1)} GB free (${Math.floor(share * 100)} %)`;
  const next = 'Free some space, or move the folder to a larger disk.';
  if (share < limits.problemShare || free < limits.problemBytes) return problem(text, next);
  return share < limits.warnShare ? warning(text, next) : ok(text);
}
