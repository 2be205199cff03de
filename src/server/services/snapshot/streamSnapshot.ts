import type { GoneLine, SnapshotLine } from '#contract/publishing/snapshot.ts';
import { type Day, closedDayOf } from '#domain/dates.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import type { Replica } from '#server/db/replica.ts';
import { openSnapshotReader } from '#server/db/snapshotReader.ts';
import {
  type SnapshotFacts,
  changesSince,
  deleteOldChanges,
} from '#server/services/snapshot/changesSince.ts';
import {
  type DeltaLine,
  changedGptLines,
  orGone,
} from '#server/services/snapshot/changedGptLines.ts';
import { gptLines, removedLines, shownIds } from '#server/services/snapshot/gptLines.ts';
import { modelLines } from '#server/services/snapshot/modelLines.ts';
import { changedRankingLines } from '#server/services/snapshot/changedRankingLines.ts';
import { periodLines, rankingLines } from '#server/services/snapshot/rankingLines.ts';
import { reviewLines } from '#server/services/snapshot/reviewLines.ts';
import { usageLines } from '#server/services/snapshot/usageLines.ts';

type LinesById = (query: Executor, ids?: readonly string[]) => AsyncGenerator<SnapshotLine>;

/** The types of lines whose changes are recorded by the same type and id, with the lines of all or of some ids. */
const linesById: readonly (readonly [type: GoneLine['of'], lines: LinesById])[] = [
  ['model', modelLines],
];

/**
 * Yields everything that the site is built from, in the lines of `contract/publishing/snapshot.ts`, as of one moment of the
 * database and of the last closed UTC day, with the models that do not answer themselves. If the changes after version `since` are known,
 * yields only those. GPTs, their use and reviews, and tables are read in batches.
 *
 * A whole snapshot is read from the replica, if there is one, with the version that the primary had before: a replica
 * cannot say which transactions run. Its lines may be newer, and are then among the next changes again.
 */
export async function* streamSnapshot(
  database: Database,
  now: Date,
  since?: string,
  models: Omit<SnapshotFacts, 'closedDay'> = {},
  replica?: Replica,
): AsyncGenerator<DeltaLine> {
  const closedDay = closedDayOf(now);
  const facts = { closedDay, ...models };
  await deleteOldChanges(database, closedDay);
  const known = replica && (await changesSince(database.query, facts, since));
  const whole = known?.changes === undefined ? await replica?.openSnapshotReader() : undefined;
  const reader = whole ?? (await openSnapshotReader(database));
  let isComplete = false;
  try {
    let lines = 0;
    for await (const line of linesBefore(reader.query, facts, since, whole && known)) {
      yield line;
      lines += 1;
    }
    yield { type: 'end', lines };
    await reader.commit();
    isComplete = true;
  } finally {
    // The next attempt of the publish reads the primary.
    if (whole && !isComplete) replica?.rest();
    reader.release();
  }
}

async function* linesBefore(
  query: Executor,
  facts: SnapshotFacts,
  since: string | undefined,
  known: Awaited<ReturnType<typeof changesSince>> | undefined,
): AsyncGenerator<DeltaLine> {
  const { closedDay, unavailable = [], replaced = [] } = facts;
  const { version, changes } = known ?? (await changesSince(query, facts, since));
  const first = {
    type: 'snapshot',
    closed_day: closedDay,
    version,
    ...(unavailable.length > 0 && { unavailable_models: [...unavailable] }),
    ...(replaced.length > 0 && { replaced_models: [...replaced] }),
  } as const;
  if (changes === undefined || since === undefined) {
    yield first;
    yield* allLines(query, closedDay);
    return;
  }
  yield { ...first, since };
  yield* changedGptLines(query, changes.gpt ?? [], closedDay);
  yield* changedRankingLines(query, changes);
  for (const [type, lines] of linesById) {
    const ids = changes[type] ?? [];
    if (ids.length > 0) yield* orGone(type, ids, lines(query, ids));
  }
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
  for (const [, lines] of linesById) yield* lines(query);
}
