import { setPriority } from 'node:os';
import { recompressContents } from '#release/recompressContents.ts';
import { siteFolder } from '#release/siteFolder.ts';

/**
 * The process that compresses stored texts again, on the data folder of its first argument, at the lowest priority. It
 * ends when nothing waits, or soon after its channel closes: to stop it, its parent disconnects.
 */
const stopping = new AbortController();
process.on('disconnect', () => stopping.abort());
setPriority(19);
const done = await recompressContents(siteFolder(process.argv[2] ?? '.data'), stopping.signal);
if (process.connected) process.send?.(done, () => process.exit(0));
else process.exit(0);
