import { drizzle } from 'drizzle-orm/node-postgres';
import type { SnapshotLine } from '#contract/snapshot.ts';
import { type Day, addDays, dayOf } from '#domain/dates.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { changesSince, forgetOldChanges } from '#server/services/publishing/snapshotChanges.ts';
import {
  type DeltaLine,
  changedGptLines,
  orGone,
} from '#server/services/publishing/snapshotDeltas.ts';
import { gptLines, removedLines, shownIds } from '#server/services/publishing/snapshotGpts.ts';
import { modelLines } from '#server/services/publishing/snapshotModels.ts';
import { changedRankingLines } from '#server/services/publishing/snapshotRankingDeltas.ts';
import { periodLines, rankingLines } from '#server/services/publishing/snapshotRankings.ts';
import { reviewLines } from '#server/services/publishing/snapshotReviews.ts';
import { usageLines } from '#server/services/publishing/snapshotUsage.ts';

/**
 * Everything that the site is built from, line by line as `contract/snapshot.ts` describes it, as of one instant of
 * the database and of the last closed UTC day: or, where that can be told, only what changed after the version `since`.
 * Holds ids of all GPTs and the rows of one batch only.
 */
export async function* streamSnapshot(
  database: Database,
  now: Date,
  since?: string,
): AsyncGenerator<DeltaLine> {
  const closedDay = closedDayOf(now);
  await forgetOldChanges(database, closedDay);
  const client = await database.pool.connect();
  let finished = false;
  try {
    await client.query('begin isolation level repeatable read read only');
    let lines = 0;
    for await (const line of linesBefore(drizzle(client), closedDay, since)) {
      yield line;
      lines += 1;
    }
    yield { type: 'end', lines };
    await client.query('commit');
    finished = true;
  } finally {
    // A reader that left early leaves an open transaction: that connection is closed, not used again.
    client.release(!finished);
  }
}

/** The last UTC day that is over at `now`. */
export function closedDayOf(now: Date): Day {
  return addDays(dayOf(now), -1);
}

async function* linesBefore(
  query: Executor,
  closedDay: Day,
  since: string | undefined,
): AsyncGenerator<DeltaLine> {
  const { version, changes } = await changesSince(query, closedDay, since);
  const first = { type: 'snapshot', closed_day: closedDay, version } as const;
  if (changes === undefined || since === undefined) {
    yield first;
    yield* allLines(query, closedDay);
    return;
  }
  yield { ...first, since };
  yield* changedGptLines(query, changes.gpts, closedDay);
  yield* changedRankingLines(query, changes);
  yield* orGone('model', changes.models, modelLines(query, changes.models));
}

async function* allLines(query: Executor, closedDay: Day): AsyncGenerator<SnapshotLine> {
  const ids = await shownIds(query, closedDay);
  yield* gptLines(query, ids, closedDay);
  yield* removedLines(query);
  const sorted = ids.toSorted();
  yield* usageLines(query, sorted, closedDay);
  yield* reviewLines(query, sorted);
  yield* periodLines(query);
  yield* rankingLines(query);
  yield* modelLines(query);
}
