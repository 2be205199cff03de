import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { currentRelease, manifestFile } from '#release/manifest.ts';
import { type SiteFolder, readIfThere } from '#release/siteFolder.ts';

/** A file that is still being written gets its own name long before. */
const abandonedMilliseconds = 60_000;

/**
 * Removes what a publish leaves that broke off: the files of its work, a release that was never served, and files under
 * temporary names. Contents that only it stored are deleted by the next publish that switches.
 */
export async function clearAbandonedBuild(site: SiteFolder): Promise<void> {
  const id = await readIfThere(site.switching);
  if (id && id !== (await currentRelease(site))) {
    // It would be the release before the next one, which a rollback serves.
    await rm(manifestFile(site, id), { force: true });
    await rm(join(site.built, `${id}.json`), { force: true });
  }
  // The builder of a publish that was killed may write one more file before it ends.
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
