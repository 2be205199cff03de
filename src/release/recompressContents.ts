import { readFile, rename, rm } from 'node:fs/promises';
import { recompress } from '#release/contentStore.ts';
import { type SiteFolder, isThere, replaceFile } from '#release/siteFolder.ts';

export type Recompressed = { contents: number; savedBytes: number };

/** The rest of the list is written after this many contents, so that little is repeated after a kill. */
const contentsPerWrite = 200;

/** Whether there are contents that a publish has compressed fast. */
export async function hasFastContents(site: SiteFolder): Promise<boolean> {
  // In this order, because the first list is renamed to the second.
  return (await isThere(site.recompress)) || (await isThere(site.recompressing));
}

/**
 * Compresses contents again that publishes have compressed fast, in the order in which they were stored, until the list
 * is empty or `signal` aborts. The rest of the list is kept for the next call. Only one process may do this at a time.
 * Throws if the disk is full.
 */
export async function recompressContents(
  site: SiteFolder,
  signal: AbortSignal,
): Promise<Recompressed> {
  const done: Recompressed = { contents: 0, savedBytes: 0 };
  while (!signal.aborted && (await takeList(site))) {
    const waiting = await readStartedList(site);
    await recompressEach(site, waiting, signal, done);
  }
  return done;
}

/** Renames the list, because a publish may append to it at any time. Returns whether there is a list. */
async function takeList(site: SiteFolder): Promise<boolean> {
  if (await isThere(site.recompressing)) return true;
  return rename(site.recompress, site.recompressing).then(
    () => true,
    () => false,
  );
}

async function readStartedList(site: SiteFolder): Promise<string[]> {
  const text = await readFile(site.recompressing, 'utf8');
  // A power failure may have left half a line.
  return [...new Set(text.split('\n'))].filter((line) => /^[0-9a-f]{64}( thorough)?$/.test(line));
}

async function recompressEach(
  site: SiteFolder,
  waiting: readonly string[],
  signal: AbortSignal,
  done: Recompressed,
): Promise<void> {
  for (const [index, line] of waiting.entries()) {
    if (signal.aborted) return writeRest(site, waiting.slice(index));
    if (index % contentsPerWrite === contentsPerWrite - 1)
      await writeRest(site, waiting.slice(index));
    const [hash = '', effort] = line.split(' ');
    done.savedBytes += await recompress(site.store, hash, effort ? 'thorough' : 'idle');
    done.contents += 1;
  }
  await rm(site.recompressing, { force: true });
}

async function writeRest(site: SiteFolder, rest: readonly string[]): Promise<void> {
  await replaceFile(site.recompressing, `${rest.join('\n')}\n`);
}
