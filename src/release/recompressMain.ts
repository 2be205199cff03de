import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { recompressContents } from '#release/recompressContents.ts';
import { siteFolder } from '#release/siteFolder.ts';

/**
 * The process that compresses stored texts again, at the lowest priority. Its argument is the data folder. It ends when
 * the list is empty, or soon after its parent has disconnected.
 */
const stopping = new AbortController();
process.on('disconnect', () => stopping.abort());
setLowestPriority();
const done = await recompressContents(siteFolder(process.argv[2] ?? '.data'), stopping.signal);
if (process.connected) process.send?.(done, () => process.exit(0));
else process.exit(0);

/**
 * Linux shares the processor between sessions first (“autogroup” in sched(7)), so that a process’s niceness counts only
 * within its own. This process is the only one of its session, whose niceness is set, too.
 */
function setLowestPriority(): void {
  const niceness = 19;
  setPriority(niceness);
  try {
    writeFileSync('/proc/self/autogroup', String(niceness));
  } catch {
    // The system has no such groups.
  }
}
