import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { currentRelease, manifestFile } from '#release/manifest.ts';
import { type SiteFolder, readIfThere } from '#release/siteFolder.ts';

/** Temporary files in use are renamed long before this age. */
const abandonedMilliseconds = 60_000;

/**
 * Removes the rest of an interrupted publish: its work files, a release that was never served, and temporary files.
 * Contents that only this release stored are deleted by the next publish.
 */
export async function clearAbandonedBuild(site: SiteFolder): Promise<void> {
  const id = await readIfThere(site.switching);
  if (id && id !== (await currentRelease(site))) {
    // A rollback would otherwise choose it as the release before the next one.
    await rm(manifestFile(site, id), { force: true });
    await rm(join(site.built, `${id}.json`), { force: true });
  }
  // The builder of a killed publish may write one more file before it ends.
  await rm(site.work, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  for (const folder of [site.root, site.releases, site.built]) await removeAbandoned(folder);
}

async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.tmp'))) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > abandonedMilliseconds)
      await rm(file, { force: true });
  }
}
