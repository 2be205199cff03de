import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { mapConcurrently } from '#domain/concurrency.ts';
import { parseChecked } from '#domain/json.ts';
import { keptFile } from '#release/contentStore.ts';
import {
  currentRelease,
  hashesIn,
  keptReleases,
  listReleases,
  manifestFile,
} from '#release/manifest.ts';
import { type SiteFolder, siteFolder } from '#release/siteFolder.ts';
import type { ReleaseStore } from '#server/gateways/storage/releaseStore.ts';
import { withLock } from '#server/services/publishing/lock.ts';
import { readPause } from '#server/services/publishing/queue/pause.ts';
import { adoptShared } from '#server/services/publishing/shared/adoptShared.ts';
import {
  type SharedConfig,
  contentName,
  manifestName,
  readShared,
  sharedStore,
  writeShared,
} from '#server/services/publishing/shared/sharedRelease.ts';
import * as z from 'zod/mini';

/** The uploads: the releases, and their contents with the names of their files. */
const record = z.object({ releases: z.array(z.string()), contents: z.array(z.string()) });

const recordName = 'record.json.gz';
/** Each waits for its own write to a disk, or for a round trip. */
const atOnce = 32;
const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

/**
 * Uploads the served release for all servers with this `RELEASE_STORE`, only what is missing there, and then names it
 * as the one that they serve. A rollback on another server during the publish wins. To be called under the lock of
 * publishes.
 */
export async function shareIfConfigured(
  config: SharedConfig,
  progress: (line: string) => void,
): Promise<void> {
  const store = sharedStore(config);
  const site = siteFolder(config.dataDir);
  const id = await currentRelease(site);
  if (store === undefined || id === undefined) return;
  const pause = (await readPause(site)) ?? null;
  const shared = await readShared(store);
  if (shared?.pause && pause === null) {
    return adoptChosen(config, progress);
  }
  const uploaded = await uploadRelease(store, site, id);
  // An upload takes minutes, in which another server may be rolled back.
  if (!isDeepStrictEqual(await readShared(store), shared)) return adoptChosen(config, progress);
  await writeShared(store, { release: id, pause });
  progress(`Shared release ${id}: ${uploaded} files uploaded`);
}

async function adoptChosen(config: SharedConfig, progress: (line: string) => void): Promise<void> {
  await adoptShared(config);
  progress('A release was chosen on another server meanwhile: it stays');
}

/** Shares the served release if none was shared before: at a start that has nothing to publish. */
export async function shareFirst(
  config: SharedConfig,
  progress: (line: string) => void,
): Promise<void> {
  const store = sharedStore(config);
  if (store === undefined || (await readShared(store)) !== undefined) return;
  await withLock(siteFolder(config.dataDir).lock, () => shareIfConfigured(config, progress));
}

/** Uploads a release, and those beside it, as far as they are missing. Returns the number of uploaded contents. */
export async function uploadRelease(
  store: ReleaseStore,
  site: SiteFolder,
  id: string,
): Promise<number> {
  const before = await readRecord(store);
  const others = (await listReleases(site)).filter((other) => other !== id);
  const releases = [id, ...others].slice(0, keptReleases);
  const known = new Set(before.contents);
  const named = await hashesIn(site, releases);
  const contents: string[] = [];
  let count = 0;
  await mapConcurrently([...named], atOnce, async (hash) => {
    const file = await keptFile(site.store, hash);
    if (file === undefined) return;
    const name = contentName(hash, file);
    contents.push(name);
    if (known.has(name)) return;
    await store.put(name, await readFile(file));
    count += 1;
  });
  for (const release of releases.filter((one) => !before.releases.includes(one))) {
    await store.put(
      manifestName(release),
      await compress(await readFile(manifestFile(site, release))),
    );
  }
  await store.put(recordName, await compress(JSON.stringify({ releases, contents })));
  await removeOld(store, before, { releases, contents });
  return count;
}

async function readRecord(store: ReleaseStore): Promise<z.output<typeof record>> {
  const stored = await store.get(recordName);
  if (stored === undefined) return { releases: [], contents: [] };
  return parseChecked(record, (await decompress(stored)).toString(), recordName);
}

/** Removes what no kept release names. A server that is fetching it begins again with the newest release. */
async function removeOld(
  store: ReleaseStore,
  before: z.output<typeof record>,
  now: z.output<typeof record>,
): Promise<void> {
  const [releases, contents] = [new Set(now.releases), new Set(now.contents)];
  const names = [
    ...before.releases.filter((id) => !releases.has(id)).map(manifestName),
    ...before.contents.filter((name) => !contents.has(name)),
  ];
  await mapConcurrently(names, atOnce, (name) => store.remove(name));
}
