import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { sentenceOf } from '#server/errors.ts';
import { LockHeld, withLock } from '#server/services/publishing/lock.ts';
import type { PublishInput } from '#server/services/publishing/publish.ts';
import { readPause } from '#server/services/publishing/queue/pause.ts';
import {
  type ClaimedRun,
  claimRun,
  failBrokenOff,
  failRun,
  finishRun,
  putRunBack,
} from '#server/services/publishing/queue/publishRuns.ts';
import { pullContent } from '#server/services/publishing/queue/pullContent.ts';
import { wakePublishing, wakeWaiting } from '#server/services/publishing/queue/wakePublishing.ts';
import type { ReleaseOutcome } from '#server/services/publishing/releaseFolder.ts';
import { projectFolder } from '#server/services/publishing/renderSite.ts';
import { htmlType } from '#site/fileTypes.ts';
import { siteFolder } from '#site/siteFolder.ts';

export type Publish = (input: PublishInput & { isFull: boolean }) => Promise<ReleaseOutcome>;

export type PublishMeans = {
  config: Config;
  database: Database;
  log: Logger;
  siteId: string;
  publish: Publish;
  /** The lines of the snapshot, from the API. Throws readable errors. */
  snapshot: () => AsyncIterable<string>;
  /** Ends a publish that runs: this process stops. */
  signal: AbortSignal;
};

/** Until it is looked again whether somebody else has ended. */
const busySeconds = 5;

/** Somebody rolled back after an automatic run had begun. */
class PausedMeanwhile extends Error {}

/**
 * Publishes what waits for a site, one after the other, until nothing is due. Whatever fails is recorded with its reason
 * and tried again; the served release stays. Only one process does so at a time for a data folder.
 */
export async function runPublishes(means: PublishMeans): Promise<void> {
  const { config, database, siteId, signal } = means;
  const site = siteFolder(config.dataDir);
  try {
    await withLock(join(site.root, 'queue.lock'), async () => {
      await failBrokenOff(database, siteId);
      while (!signal.aborted) {
        const isPaused = (await readPause(site)) !== undefined;
        const run = await claimRun(database.query, siteId, isPaused);
        if (run === undefined) break;
        await runOne(means, run);
      }
    });
    await wakeWaiting(database.query, siteId, (await readPause(site)) !== undefined);
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    await wakePublishing(database.query, siteId, busySeconds);
  }
}

async function runOne(means: PublishMeans, run: ClaimedRun): Promise<void> {
  const { config, database, log, siteId, publish, signal } = means;
  const source = new WatchedSnapshot(means, run);
  try {
    if (run.isPulling && config.publishHook.pulls) await pullContent(projectFolder(), signal);
    const { kind, release } = await publish({
      config,
      snapshot: () => source.lines(),
      progress: (line) => log.info({ run: run.id }, line),
      signal,
      isFull: run.isFull,
    });
    const files = Object.values(release.files);
    const pages = files.filter(({ type, status }) => type === htmlType && status === 200).length;
    const outcome = { state: kind, releaseId: release.id, pages, snapshot: source.version };
    await finishRun(database.query, run.id, outcome);
    log.info({ run: run.id, release: release.id, kind }, 'a publish ended');
  } catch (error) {
    if (signal.aborted) return putRunBack(database, siteId, run, 0);
    if (error instanceof LockHeld || error instanceof PausedMeanwhile) {
      return putRunBack(database, siteId, run, busySeconds);
    }
    const reason = sentenceOf(error);
    const seconds = await failRun(database, siteId, run, reason);
    log.error({ run: run.id, reason, again_in_seconds: seconds }, 'a publish failed');
  }
}

/** The snapshot that a run publishes, and what it calls itself. */
class WatchedSnapshot {
  version: string | undefined;
  readonly #means: PublishMeans;
  readonly #run: ClaimedRun;

  constructor(means: PublishMeans, run: ClaimedRun) {
    this.#means = means;
    this.#run = run;
  }

  /** Read under the lock of `publish`, which a rollback takes as well: whoever comes second sees the other’s doing. */
  async *lines(): AsyncGenerator<string> {
    const pause = await readPause(siteFolder(this.#means.config.dataDir));
    if (pause !== undefined && this.#run.isAutomatic) throw new PausedMeanwhile();
    for await (const line of this.#means.snapshot()) {
      this.version ??= versionOf(line);
      yield line;
    }
  }
}

/** As the first line of a snapshot says: its version, else the last day that it covers. */
function versionOf(line: string): string {
  const { version, closed_day: day } = JSON.parse(line) as {
    version?: string;
    closed_day?: string;
  };
  return version ?? day ?? 'unknown';
}
