import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { mapConcurrently } from '#domain/concurrency.ts';
import { keptFile } from '#release/contentStore.ts';
import {
  currentRelease,
  hashesIn,
  listReleases,
  manifestFile,
  switchTo,
} from '#release/manifest.ts';
import { cleanSite } from '#release/removeOldReleases.ts';
import { type SiteFolder, replaceFile, siteFolder, temporaryName } from '#release/siteFolder.ts';
import type { ReleaseStore } from '#server/gateways/storage/releaseStore.ts';
import { endPause, pausePublishing, readPause } from '#server/services/publishing/queue/pause.ts';
import {
  type SharedConfig,
  type SharedRelease,
  contentName,
  manifestName,
  readShared,
  sharedStore,
} from '#server/services/publishing/shared/sharedRelease.ts';

const atOnce = 32;
const decompress = promisify(gunzip);

/**
 * Serves the release of `RELEASE_STORE`, fetching only what is missing here, and takes over the pause after a rollback.
 * Returns the id of a release that was not served before. To be called under the lock of publishes.
 */
export async function adoptShared(config: SharedConfig): Promise<string | undefined> {
  const store = sharedStore(config);
  const shared = store && (await readShared(store));
  if (store === undefined || shared === undefined) return undefined;
  const site = siteFolder(config.dataDir);
  const before = await currentRelease(site);
  // A release that cannot be fetched pauses nothing.
  if (before !== shared.release) await fetchRelease(store, site, shared.release);
  await adoptPause(site, shared.pause);
  if (before === shared.release) return undefined;
  await switchTo(site, shared.release);
  await cleanSite(site, before);
  return shared.release;
}

/** Whether the shared release is served here, with the same pause. */
export async function isAdopted(
  { dataDir }: Pick<SharedConfig, 'dataDir'>,
  { release, pause }: SharedRelease,
): Promise<boolean> {
  const site = siteFolder(dataDir);
  const local = await readPause(site);
  return local?.since === pause?.since && (await currentRelease(site)) === release;
}

async function adoptPause(
  site: SiteFolder,
  pause: Awaited<ReturnType<typeof readPause>> | null,
): Promise<void> {
  const local = await readPause(site);
  if (pause && local?.since !== pause.since) await pausePublishing(site, pause);
  if (!pause && local) await endPause(site);
}

/** Fetches contents before the manifest, so that a release that is listed here is whole. */
async function fetchRelease(store: ReleaseStore, site: SiteFolder, id: string): Promise<void> {
  if ((await listReleases(site)).includes(id)) return;
  const packed = await store.get(manifestName(id));
  if (packed === undefined) throw new Error(`RELEASE_STORE has no release ${id}`);
  const draft = { ...site, releases: site.work };
  await replaceFile(manifestFile(draft, id), await decompress(packed));
  await mapConcurrently([...(await hashesIn(draft, [id]))], atOnce, async (hash) => {
    if (!(await isKept(site, hash))) await fetchContent(store, site, hash);
  });
  await replaceFile(manifestFile(site, id), await decompress(packed));
}

async function isKept(site: SiteFolder, hash: string): Promise<boolean> {
  const file = await keptFile(site.store, hash);
  return file !== undefined && (await stat(file)).size > 0;
}

async function fetchContent(store: ReleaseStore, site: SiteFolder, hash: string): Promise<void> {
  for (const ending of ['.br', '']) {
    const body = await store.get(contentName(hash, ending));
    if (body === undefined) continue;
    const file = join(site.store, hash.slice(0, 2), `${hash}${ending}`);
    const draft = temporaryName(file);
    await mkdir(dirname(file), { recursive: true });
    // Not flushed: an empty file after a power failure is fetched again.
    await writeFile(draft, body);
    return rename(draft, file);
  }
  throw new Error(`RELEASE_STORE has no content ${hash}`);
}
