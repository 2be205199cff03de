import { readFile, rename, rm } from 'node:fs/promises';
import { recompress } from '#release/contentStore.ts';
import { type SiteFolder, readIfThere, replaceFile } from '#release/siteFolder.ts';

export type Recompressed = { contents: number; savedBytes: number };

/** After so many contents the rest of the list is written, so that little is done twice after a kill. */
const contentsPerNote = 200;

/** Whether contents wait that a publish has compressed fast. */
export async function hasFastContents(site: SiteFolder): Promise<boolean> {
  for (const list of [begunList(site), site.recompress]) {
    if ((await readIfThere(list)) !== undefined) return true;
  }
  return false;
}

/**
 * Compresses again what publishes have compressed fast, in the order in which they stored it, until nothing waits or
 * `signal` aborts; the rest of the list stays for the next time. Only one process may do so at a time. Throws where the
 * disk is full.
 */
export async function recompressContents(
  site: SiteFolder,
  signal: AbortSignal,
): Promise<Recompressed> {
  const done: Recompressed = { contents: 0, savedBytes: 0 };
  while (!signal.aborted && (await takeList(site))) {
    const waiting = await readBegun(site);
    await recompressEach(site, waiting, signal, done);
  }
  return done;
}

/** A publish appends to the list at any time, so it is renamed before it is read. Returns whether there is one. */
async function takeList(site: SiteFolder): Promise<boolean> {
  if ((await readIfThere(begunList(site))) !== undefined) return true;
  return rename(site.recompress, begunList(site)).then(
    () => true,
    () => false,
  );
}

async function readBegun(site: SiteFolder): Promise<string[]> {
  const text = await readFile(begunList(site), 'utf8');
  // A machine that lost power may have left half a line.
  return [...new Set(text.split('\n'))].filter((line) => /^[0-9a-f]{64}$/.test(line));
}

async function recompressEach(
  site: SiteFolder,
  waiting: readonly string[],
  signal: AbortSignal,
  done: Recompressed,
): Promise<void> {
  for (const [index, hash] of waiting.entries()) {
    if (signal.aborted) return noteRest(site, waiting.slice(index));
    if (index % contentsPerNote === contentsPerNote - 1) await noteRest(site, waiting.slice(index));
    done.savedBytes += await recompress(site.store, hash);
    done.contents += 1;
  }
  await rm(begunList(site), { force: true });
}

async function noteRest(site: SiteFolder, rest: readonly string[]): Promise<void> {
  await replaceFile(begunList(site), `${rest.join('\n')}\n`);
}

function begunList(site: SiteFolder): string {
  return `${site.recompress}.begun`;
}
