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
import { removeContents, removeUnnamed } from '#release/contentStore.ts';

/** Releases beyond those that are kept, and the hashes of what only they name. */
export type OldReleases = { ids: readonly string[]; contents: ReadonlySet<string> };

/**
 * The releases that can be deleted once a new release is served after the one `before`, which is kept, however old it
 * is: servers that have not seen the switch yet still serve it. The new release may name some of these contents again.
 */
export async function findOldReleases(
  site: SiteFolder,
  before: string | undefined,
): Promise<OldReleases> {
  const { kept, old } = await releasesBeside(site, undefined, before);
  return { ids: old, contents: await hashesOnlyIn(site, old, kept) };
}

/** Forgets old releases, what they were made of, and what only they name; nothing else is looked through. */
export async function forgetReleases(
  site: SiteFolder,
  { ids, contents }: OldReleases,
): Promise<void> {
  for (const id of ids) await forgetRelease(site, id);
  await removeContents(site.store, contents);
  await forgetBuilt(site);
}

/** Forgets old releases, what they were made of, and every content that no kept one names, wherever it comes from. */
export async function cleanSite(site: SiteFolder, before?: string): Promise<void> {
  const served = await currentRelease(site);
  const { kept, old } = await releasesBeside(site, served, before);
  for (const id of old) await forgetRelease(site, id);
  await removeUnnamed(
    site.store,
    await hashesIn(site, served === undefined ? kept : [served, ...kept]),
  );
  await forgetBuilt(site);
}

async function forgetBuilt(site: SiteFolder): Promise<void> {
  const kept = new Set(await listReleases(site));
  for (const name of await readdir(site.built).catch(() => [])) {
    if (!kept.has(name.replace(/\.json$/, ''))) await rm(join(site.built, name), { force: true });
  }
}
