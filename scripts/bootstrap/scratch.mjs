// Plain JavaScript for any Node from 18 on.
import { readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const memoryDisk = '/dev/shm';
const wantedBytes = 6e9;

/**
 * The folder for what tests throw away again. They write and remove files by the ten thousand, and databases by the
 * hundred: in memory, where the machine has plenty of it, else where the system keeps temporary files.
 */
export function scratchFolder() {
  return process.env.TMPDIR === undefined && isRoomy(memoryDisk) ? memoryDisk : tmpdir();
}

/** Programs must be able to run from there, as PostgreSQL may have to be copied. */
function isRoomy(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === folder);
    const options = mount?.split(' ')[3]?.split(',') ?? ['noexec'];
    const available = process.availableMemory?.() ?? freemem();
    // What is written there is memory as well.
    return (
      !options.includes('noexec') && bavail * bsize > wantedBytes && available > 2 * wantedBytes
    );
  } catch {
    return false;
  }
}
