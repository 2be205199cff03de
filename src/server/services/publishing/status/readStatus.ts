import { type SQL, desc, eq, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { type PublishState, publishRun } from '#server/db/schema/publishing.ts';
import { lockHolder } from '#server/services/publishing/lock.ts';
import { type PublishProgress, readProgress } from '#server/services/publishing/progress.ts';
import { type PublishPause, readPause } from '#server/services/publishing/queue/pause.ts';
import {
  type StoredRelease,
  listStoredReleases,
} from '#server/services/publishing/status/releaseSizes.ts';
import { type SiteFolder, siteFolder } from '#release/siteFolder.ts';

/** A run of the queue for operators. Times are ISO 8601. */
export type RunStatus = {
  id: number;
  siteId: string;
  state: PublishState;
  askedBy: string[];
  asks: number;
  attempt: number;
  isAutomatic: boolean;
  created: string;
  due: string;
  started: string | null;
  ended: string | null;
  releaseId: string | null;
  pages: number | null;
  snapshot: string | null;
  reason: string | null;
};

export type SiteStatus = {
  releases: StoredRelease[];
  /** The version of the snapshot in the served release, if the queue has it. */
  snapshot: string | undefined;
  /** The process that publishes into this data folder, started by the queue or by an operator, and its progress. */
  publisher: { pid: number; since: string; progress: PublishProgress | undefined } | undefined;
  pause: PublishPause | undefined;
  running: RunStatus[];
  waiting: RunStatus[];
  failures: RunStatus[];
  /** The last run that made a release. */
  last: RunStatus | undefined;
};

const failuresShown = 5;

/** Returns the releases of a data folder, and the running, waiting and failed runs in its database. */
export async function readStatus({
  config,
  database: { query },
}: CorePlatform): Promise<SiteStatus> {
  const site = siteFolder(config.dataDir);
  const releases = await listStoredReleases(site);
  const served = releases.find(({ isServed }) => isServed);
  const failures = await listRuns(query, eq(publishRun.state, 'failed'));
  return {
    releases,
    snapshot: served && (await snapshotOf(query, served.id)),
    publisher: await readPublisher(site),
    pause: await readPause(site),
    running: await listRuns(query, eq(publishRun.state, 'running')),
    waiting: await listRuns(query, eq(publishRun.state, 'waiting')),
    failures: failures.slice(0, failuresShown),
    last: (await listRuns(query, eq(publishRun.state, 'published')))[0],
  };
}

/** Returns a run by its id; `undefined` if it was merged into another one. */
export async function findRun(query: Executor, id: number): Promise<RunStatus | undefined> {
  return (await listRuns(query, eq(publishRun.id, id)))[0];
}

/** Returns the process that publishes now, with its progress. */
export async function readPublisher(site: SiteFolder): Promise<SiteStatus['publisher']> {
  const holder = await lockHolder(site.lock);
  if (holder === undefined) return undefined;
  const progress = await readProgress(site);
  return {
    pid: holder.pid,
    since: holder.since,
    progress: progress?.pid === holder.pid ? progress : undefined,
  };
}

async function snapshotOf(query: Executor, releaseId: string): Promise<string | undefined> {
  const runs = await listRuns(query, eq(publishRun.releaseId, releaseId));
  return runs[0]?.snapshot ?? undefined;
}

async function listRuns(query: Executor, condition: SQL): Promise<RunStatus[]> {
  const run = publishRun;
  return query
    .select({
      id: run.id,
      siteId: run.siteId,
      state: run.state,
      askedBy: run.askedBy,
      asks: run.asks,
      attempt: run.attempt,
      isAutomatic: run.isAutomatic,
      created: isoText<string>(run.created),
      due: isoText<string>(run.due),
      started: isoText<string | null>(run.started),
      ended: isoText<string | null>(run.ended),
      releaseId: run.releaseId,
      pages: run.pages,
      snapshot: run.snapshot,
      reason: run.reason,
    })
    .from(publishRun)
    .where(condition)
    .orderBy(desc(publishRun.id))
    .limit(20);
}

/** A moment as ISO text with its microseconds, which a `Date` does not have. */
function isoText<Text extends string | null>(column: AnyPgColumn): SQL<Text> {
  return sql`to_json(${column}) #>> '{}'`;
}
