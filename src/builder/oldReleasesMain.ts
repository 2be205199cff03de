import { parentPort, workerData } from 'node:worker_threads';
import type { OldReleasesTask } from '#builder/oldReleases.ts';
import { findOldReleases } from '#release/removeOldReleases.ts';

/** The thread that finds old releases, started by `oldReleases.ts`. */
const { site, before } = workerData as OldReleasesTask;
// oxlint-disable-next-line require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await findOldReleases(site, before));
