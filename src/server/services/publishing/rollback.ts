import { rm } from 'node:fs/promises';
import type { CorePlatform } from '#server/context.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { exportIfConfigured } from '#server/services/publishing/export/exportSite.ts';
import { LockHeld, withLock } from '#server/services/publishing/lock.ts';
import { pausePublishing } from '#server/services/publishing/queue/pause.ts';
import { adoptShared } from '#server/services/publishing/shared/adoptShared.ts';
import { uploadRelease } from '#server/services/publishing/shared/shareRelease.ts';
import { sharedStore, writeShared } from '#server/services/publishing/shared/sharedRelease.ts';
import { currentRelease, listReleases, switchTo } from '#release/manifest.ts';
import { type SiteFolder, siteFolder } from '#release/siteFolder.ts';

/**
 * Serves an earlier release, by default the one before the served one, and pauses automatic publishes, on all servers that share a `RELEASE_STORE`. Exports the
 * release if configured. Throws an `Error` for the operator while a publish runs, if there is no such release, or if it
 * is already served.
 */
export async function rollBack(
  { config, database, now }: CorePlatform,
  requested: string | undefined,
): Promise<{ from: string; to: string }> {
  const site = siteFolder(config.dataDir);
  const work = withLock(site.lock, async () => {
    // The release that all servers serve, which may be newer than the last look.
    await adoptShared(config);
    const change = await findReleases(site, requested);
    const store = sharedStore(config);
    // It may have been removed there: other servers have other old releases. Outside of the transaction, which may not wait.
    if (store) await uploadRelease(store, site, change.to);
    await database.transaction(async (query) => {
      await writeAudit(query, 'site.rollback', change.to, { from: change.from });
      // Before the switch, or a publish that waits for the lock would undo it.
      const pause = { ...change, since: now().toISOString() };
      await pausePublishing(site, pause);
      if (store) await writeShared(store, { release: change.to, pause });
      await switchTo(site, change.to);
      // A publish that was killed after its switch leaves its name, and the next one would delete that release.
      await rm(site.switching, { force: true });
    });
    await exportIfConfigured(config, () => undefined);
    return change;
  });
  return work.catch((error: unknown) => {
    if (!(error instanceof LockHeld)) throw error;
    throw new Error(
      'A publish is running: wait for its end (dolores site status), then roll back.',
      {
        cause: error,
      },
    );
  });
}

async function findReleases(
  site: SiteFolder,
  requested: string | undefined,
): Promise<{ from: string; to: string }> {
  const from = await currentRelease(site);
  if (from === undefined) throw new Error('No release is served here yet');
  const ids = await listReleases(site);
  const to = requested ?? ids.find((id) => id < from);
  if (to === undefined) throw new Error(`There is no release before ${from}`);
  if (!ids.includes(to)) {
    throw new Error(`There is no release ${to}; kept are ${ids.join(', ')}`);
  }
  if (to === from) throw new Error(`${to} is served already`);
  return { from, to };
}
