import { Worker } from 'node:worker_threads';
import type { OldReleases } from '#release/removeOldReleases.ts';
import { keptReleases, listReleases } from '#release/manifest.ts';
import type { SiteFolder } from '#release/siteFolder.ts';

/**
 * Finds the releases and contents that can be removed once a new release is served after the one `before`. Runs on a
 * thread during the build, because reading the kept releases takes long. `undefined` if the thread failed.
 */
export async function lookForOldReleases(
  site: SiteFolder,
  before: string | undefined,
): Promise<OldReleases | undefined> {
  if ((await listReleases(site)).length < keptReleases) return { ids: [], contents: new Set() };
  const worker = new Worker(new URL('oldReleasesMain.ts', import.meta.url), {
    workerData: { site, before } satisfies OldReleasesTask,
  });
  return new Promise((resolve) => {
    worker.on('message', (found: OldReleases) => resolve(found));
    worker.on('error', () => resolve(undefined));
    worker.on('exit', () => resolve(undefined));
  });
}

/** The input of the thread. */
export type OldReleasesTask = { site: SiteFolder; before: string | undefined };
