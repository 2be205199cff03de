import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  currentRelease,
  forgetRelease,
  hashesIn,
  hashesOnlyIn,
  listReleases,
  releasesBeside,
} from '#release/manifest.ts';
import { hashesOfPieces, keepPieces } from '#release/oldPieces.ts';
import type { SiteFolder } from '#release/siteFolder.ts';
import { removeContents, removeUnreferenced } from '#release/contentStore.ts';

/** Releases to remove, and the hashes of contents that only they use. */
export type OldReleases = { ids: readonly string[]; contents: ReadonlySet<string> };

/**
 * Returns the releases that can be removed once a new release is served. The previous one (`before`) is always kept,
 * because servers that have not noticed the switch still serve it. The new release may use some of the contents again.
 */
export async function findOldReleases(
  site: SiteFolder,
  before: string | undefined,
): Promise<OldReleases> {
  const { kept, old } = await releasesBeside(site, undefined, before);
  const contents = await hashesOnlyIn(site, old, kept);
  if (old.length > 0) for (const hash of await hashesOfPieces(site, old)) contents.delete(hash);
  return { ids: old, contents };
}

/**
 * Removes old releases, their build records, and the given contents, but keeps code for a day. Does not search the
 * store.
 */
export async function forgetReleases(
  site: SiteFolder,
  { ids, contents }: OldReleases,
  now = new Date(),
): Promise<void> {
  await keepPieces(site, ids, now);
  for (const id of ids) await forgetRelease(site, id);
  await removeContents(site.store, contents);
  await removeBuildRecords(site);
}

/**
 * Removes old releases, their build records, and every content in the store that no kept release uses. Keeps code for a
 * day.
 */
export async function cleanSite(
  site: SiteFolder,
  before?: string,
  now = new Date(),
): Promise<void> {
  const served = await currentRelease(site);
  const { kept, old } = await releasesBeside(site, served, before);
  await keepPieces(site, old, now);
  const named = await hashesIn(site, served === undefined ? kept : [served, ...kept]);
  for (const hash of await hashesOfPieces(site, [])) named.add(hash);
  for (const id of old) await forgetRelease(site, id);
  await removeUnreferenced(site.store, named);
  await removeBuildRecords(site);
}

async function removeBuildRecords(site: SiteFolder): Promise<void> {
  const kept = new Set(await listReleases(site));
  for (const name of await readdir(site.built).catch(() => [])) {
    if (name.endsWith('.json') && !kept.has(name.replace(/\.json$/, '')))
      await rm(join(site.built, name), { force: true });
  }
}
