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
  return { ids: old, contents: await hashesOnlyIn(site, old, kept) };
}

/** Removes old releases, their build records, and the given contents. Does not search the store. */
export async function forgetReleases(
  site: SiteFolder,
  { ids, contents }: OldReleases,
): Promise<void> {
  for (const id of ids) await forgetRelease(site, id);
  await removeContents(site.store, contents);
  await removeBuildRecords(site);
}

/** Removes old releases, their build records, and every content in the store that no kept release uses. */
export async function cleanSite(site: SiteFolder, before?: string): Promise<void> {
  const served = await currentRelease(site);
  const { kept, old } = await releasesBeside(site, served, before);
  for (const id of old) await forgetRelease(site, id);
  await removeUnreferenced(
    site.store,
    await hashesIn(site, served === undefined ? kept : [served, ...kept]),
  );
  await removeBuildRecords(site);
}

async function removeBuildRecords(site: SiteFolder): Promise<void> {
  const kept = new Set(await listReleases(site));
  for (const name of await readdir(site.built).catch(() => [])) {
    if (name.endsWith('.json') && !kept.has(name.replace(/\.json$/, '')))
      await rm(join(site.built, name), { force: true });
  }
}
