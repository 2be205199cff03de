import { Worker } from 'node:worker_threads';
import type { OldReleases } from '#release/removeOldReleases.ts';
import { keptReleases, listReleases } from '#release/manifest.ts';
import type { SiteFolder } from '#release/siteFolder.ts';

/**
 * Looks, beside the build, for what will be old when a release is served after the one `before`: that takes as long as
 * reading the kept releases, and the build leaves a core unused. `undefined` where it could not be found out.
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

/** The worker's input. */
export type OldReleasesTask = { site: SiteFolder; before: string | undefined };
