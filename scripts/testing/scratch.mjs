// Plain JavaScript for Node 18 or newer.
import { readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const memoryDisk = '/dev/shm';
const neededBytes = 6e9;

/**
 * Returns the folder for temporary files of tests. Tests write tens of thousands of files and hundreds of databases, so the
 * folder is in memory if there is enough of it, otherwise in the temporary folder of the system.
 */
export function scratchFolder() {
  return process.env.TMPDIR === undefined && isSuitable(memoryDisk) ? memoryDisk : tmpdir();
}

/** Whether the folder has enough space and allows programs to run, because PostgreSQL may be copied there. */
function isSuitable(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === folder);
    const options = mount?.split(' ')[3]?.split(',') ?? ['noexec'];
    const available = process.availableMemory?.() ?? freemem();
    // Files there use memory too.
    return (
      !options.includes('noexec') && bavail * bsize > neededBytes && available > 2 * neededBytes
    );
  } catch {
    return false;
  }
}
