import { join } from 'node:path';
import type { CorePlatform } from '#server/context.ts';
import { runTaskWhenDue } from '#server/db/queries/publishRuns.ts';
import { sentenceOf } from '#server/errors.ts';
import { LockHeld, withLock } from '#server/services/publishing/lock.ts';
import type { PublishInput } from '#server/services/publishing/publish.ts';
import { readPause } from '#server/services/publishing/queue/pause.ts';
import {
  type ClaimedRun,
  claimRun,
  failAbandonedRuns,
  failRun,
  finishRun,
  requeueRun,
} from '#server/services/publishing/queue/publishRuns.ts';
import { pullContent } from '#server/services/publishing/queue/pullContent.ts';
import { wakePublishing } from '#server/services/publishing/queue/wakePublishing.ts';
import { projectFolder } from '#server/services/publishing/projectFolder.ts';
import type { SnapshotChanges } from '#server/services/snapshot/fetchSnapshot.ts';
import { siteFolder } from '#release/siteFolder.ts';
import { snapshotVersion } from '#contract/publishing/snapshotDelta.ts';

/** The function `publish`, with the part of its result that is used here. */
export type Publish = (input: PublishInput & { isFull: boolean }) => Promise<{
  kind: 'published' | 'unchanged';
  release: { id: string };
  build?: { counts: { pages: number } } | undefined;
}>;

export type PublishRun = {
  siteId: string;
  publish: Publish;
  /** Fetches the snapshot from the API. Both functions throw errors with readable messages. */
  source: {
    snapshot: () => AsyncIterable<string>;
    changes: (since: string) => Promise<SnapshotChanges>;
  };
  /** Aborts a running publish when this process stops. */
  signal: AbortSignal;
};

/** Delay in seconds while another process publishes. */
const busySeconds = 5;

/** Thrown after a rollback during an automatic run. */
class PausedMeanwhile extends Error {}

/**
 * Runs the waiting publishes of a site, one after the other, until none is due. Failures are stored with their reason
 * and retried; the served release stays. Only one process does this at a time for a data folder.
 */
export async function runPublishes(platform: CorePlatform, input: PublishRun): Promise<void> {
  const { config, database } = platform;
  const { siteId, signal } = input;
  const site = siteFolder(config.dataDir);
  try {
    await withLock(join(site.root, 'queue.lock'), async () => {
      await failAbandonedRuns(database, siteId);
      while (!signal.aborted) {
        const isPaused = (await readPause(site)) !== undefined;
        const run = await claimRun(database.query, siteId, isPaused);
        if (run === undefined) break;
        await runOne(platform, input, run);
      }
    });
    await runTaskWhenDue(database.query, siteId, (await readPause(site)) !== undefined);
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    await wakePublishing(database.query, siteId, busySeconds);
  }
}

async function runOne(platform: CorePlatform, input: PublishRun, run: ClaimedRun): Promise<void> {
  const { config, database, log } = platform;
  const { siteId, publish, signal } = input;
  const source = new VersionedSource(config.dataDir, input.source, run);
  const start = performance.now();
  const milliseconds = () => Math.round(performance.now() - start);
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
    const line = { run: run.id, release: release.id, state: kind, pages };
    log.info({ ...line, milliseconds: milliseconds() }, 'publish');
  } catch (error) {
    if (signal.aborted) return requeueRun(database, siteId, run, 0);
    if (error instanceof LockHeld || error instanceof PausedMeanwhile) {
      return requeueRun(database, siteId, run, busySeconds);
    }
    const reason = sentenceOf(error);
    const seconds = await failRun(database, siteId, run, reason);
    const line = { run: run.id, state: 'failed', reason, milliseconds: milliseconds() };
    log.error({ ...line, again_in_seconds: seconds }, 'a publish failed');
  }
}

/** The snapshot for a run, which records its version. */
class VersionedSource {
  version: string | undefined;
  readonly #dataDir: string;
  readonly #source: PublishRun['source'];
  readonly #run: ClaimedRun;

  constructor(dataDir: string, source: PublishRun['source'], run: ClaimedRun) {
    this.#dataDir = dataDir;
    this.#source = source;
    this.#run = run;
  }

  async *snapshot(): AsyncGenerator<string> {
    await this.#refuseWhenPaused();
    yield* this.#watch(this.#source.snapshot());
  }

  async changes(since: string): Promise<SnapshotChanges> {
    await this.#refuseWhenPaused();
    const changes = await this.#source.changes(since);
    if (changes.kind === 'changed') return { ...changes, lines: this.#watch(changes.lines) };
    this.version = since;
    return changes;
  }

  /** Called under the lock that a rollback also takes, so that the second one sees the changes of the first. */
  async #refuseWhenPaused(): Promise<void> {
    const pause = await readPause(siteFolder(this.#dataDir));
    if (pause !== undefined && this.#run.isAutomatic) throw new PausedMeanwhile();
  }

  async *#watch(lines: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const line of lines) {
      this.version ??= snapshotVersion(line) ?? 'without a name';
      yield line;
    }
  }
}
