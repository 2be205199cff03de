import { setPriority } from 'node:os';
import { recompressContents } from '#release/recompressContents.ts';
import { siteFolder } from '#release/siteFolder.ts';

/**
 * The process that compresses stored texts again, at the lowest priority. Its argument is the data folder. It ends when
 * the list is empty, or soon after its parent has disconnected.
 */
const stopping = new AbortController();
process.on('disconnect', () => stopping.abort());
setPriority(19);
const done = await recompressContents(siteFolder(process.argv[2] ?? '.data'), stopping.signal);
if (process.connected) process.send?.(done, () => process.exit(0));
else process.exit(0);
