import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { forgetOldReleases, listReleases } from '#site/manifest.ts';
import type { SiteFolder } from '#site/siteFolder.ts';
import { removeUnnamed } from '#site/store.ts';

/**
 * Forgets releases beyond the kept ones, what they were made of, and the contents that only they named. The release
 * `before` is kept, however old: servers that have not seen the switch yet still serve it.
 */
export async function cleanSite(site: SiteFolder, before?: string): Promise<void> {
  await removeUnnamed(site.store, await forgetOldReleases(site, before));
  const kept = new Set(await listReleases(site));
  for (const name of await readdir(site.built).catch(() => [])) {
    if (!kept.has(name.replace(/\.json$/, ''))) await rm(join(site.built, name), { force: true });
  }
}
