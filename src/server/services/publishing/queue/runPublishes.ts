import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { runTaskWhenDue } from '#server/db/queries/publishRuns.ts';
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
import { wakePublishing } from '#server/services/publishing/queue/wakePublishing.ts';
import { projectFolder } from '#server/services/publishing/projectFolder.ts';
import type { SnapshotChanges } from '#server/services/snapshot/fetchSnapshot.ts';
import { siteFolder } from '#release/siteFolder.ts';

/** Publishes as `publish` does, and answers as much of what it answers. */
export type Publish = (input: PublishInput & { isFull: boolean }) => Promise<{
  kind: 'published' | 'unchanged';
  release: { id: string };
  build?: { counts: { pages: number } } | undefined;
}>;

export type PublishMeans = {
  config: Config;
  database: Database;
  log: Logger;
  siteId: string;
  publish: Publish;
  /** The snapshot, from the API. Both throw readable errors. */
  source: {
    snapshot: () => AsyncIterable<string>;
    changes: (since: string) => Promise<SnapshotChanges>;
  };
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
    await runTaskWhenDue(database.query, siteId, (await readPause(site)) !== undefined);
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    await wakePublishing(database.query, siteId, busySeconds);
  }
}

async function runOne(means: PublishMeans, run: ClaimedRun): Promise<void> {
  const { config, database, log, siteId, publish, signal } = means;
  const source = new WatchedSource(means, run);
  try {
    if (run.isPulling && config.publishHook.pulls) await pullContent(projectFolder(), signal);
    const { kind, release, build } = await publish({
      config,
      snapshot: () => source.snapshot(),
      changes: (since) => source.changes(since),
      progress: (line) => log.info({ run: run.id }, line),
      signal,
      isFull: run.isFull,
      compressLater: true,
    });
    const pages = build?.counts.pages ?? 0;
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

/** The snapshot of a run, as the API has it, and its version. */
class WatchedSource {
  version: string | undefined;
  readonly #means: PublishMeans;
  readonly #run: ClaimedRun;

  constructor(means: PublishMeans, run: ClaimedRun) {
    this.#means = means;
    this.#run = run;
  }

  async *snapshot(): AsyncGenerator<string> {
    await this.#refuseWhenPaused();
    yield* this.#watch(this.#means.source.snapshot());
  }

  async changes(since: string): Promise<SnapshotChanges> {
    await this.#refuseWhenPaused();
    const answer = await this.#means.source.changes(since);
    if (answer.kind === 'changed') return { ...answer, lines: this.#watch(answer.lines) };
    this.version = since;
    return answer;
  }

  /** Under the lock of `publish`, which a rollback takes as well: whoever comes second sees the other’s doing. */
  async #refuseWhenPaused(): Promise<void> {
    const pause = await readPause(siteFolder(this.#means.config.dataDir));
    if (pause !== undefined && this.#run.isAutomatic) throw new PausedMeanwhile();
  }

  async *#watch(lines: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const line of lines) {
      this.version ??= versionOf(line);
      yield line;
    }
  }
}

/** As the first line of a snapshot says. */
function versionOf(line: string): string {
  return (JSON.parse(line) as { version?: string }).version ?? 'without a name';
}
