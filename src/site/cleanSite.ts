import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  forgetRelease,
  hashesIn,
  hashesOnlyIn,
  listReleases,
  releasesToKeep,
} from '#site/manifest.ts';
import type { SiteFolder } from '#site/siteFolder.ts';
import { removeContents, removeUnnamed } from '#site/store.ts';

export type CleanInput = {
  /** Is kept, however old: servers that have not seen the switch yet still serve it. */
  before?: string | undefined;
  /** Whether everything that is there belongs to a release: then it need not be looked through. */
  isTidy: boolean;
};

/** Forgets releases beyond the kept ones, what they were made of, and the contents that only they named. */
export async function cleanSite(site: SiteFolder, { before, isTidy }: CleanInput): Promise<void> {
  const { kept, old } = await releasesToKeep(site, before);
  const only = isTidy ? await hashesOnlyIn(site, old, kept) : undefined;
  for (const id of old) await forgetRelease(site, id);
  if (only) await removeContents(site.store, only);
  else await removeUnnamed(site.store, await hashesIn(site, kept));
  await forgetBuilt(site);
}

async function forgetBuilt(site: SiteFolder): Promise<void> {
  const kept = new Set(await listReleases(site));
  for (const name of await readdir(site.built).catch(() => [])) {
    if (!kept.has(name.replace(/\.json$/, ''))) await rm(join(site.built, name), { force: true });
  }
}
