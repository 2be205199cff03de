import {
  type GoneLine,
  type SnapshotLine,
  snapshotLineKey,
} from '#contract/publishing/snapshot.ts';
import type { Day } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { batches } from '#server/services/snapshot/batches.ts';
import { gptLines, removedLines, shownAmong } from '#server/services/snapshot/gptLines.ts';
import { reviewLines } from '#server/services/snapshot/reviewLines.ts';
import { usageLines } from '#server/services/snapshot/usageLines.ts';

export type DeltaLine = SnapshotLine | GoneLine;

const gptsAtOnce = 1_000;

/** Yields all lines of these GPTs, and a `gone` line for each line that no longer exists. */
export async function* changedGptLines(
  query: Executor,
  ids: readonly string[],
  closedDay: Day,
): AsyncGenerator<DeltaLine> {
  for (const batch of batches(ids, gptsAtOnce)) {
    const shown = await shownAmong(query, batch);
    yield* orGone('gpt', batch, gptLines(query, shown, closedDay));
    yield* orGone('removed', batch, removedLines(query, batch));
    yield* orGone('usage', batch, usageLines(query, shown, closedDay));
    yield* orGone('reviews', batch, reviewLines(query, shown));
  }
}

/** Yields lines, and a `gone` line for each missing name (the part after the type in `snapshotLineKey`). */
export async function* orGone(
  type: GoneLine['of'],
  names: Iterable<string>,
  lines: AsyncIterable<SnapshotLine>,
): AsyncGenerator<DeltaLine> {
  const missing = new Set([...names].map((name) => `${type}/${name}`));
  for await (const line of lines) {
    missing.delete(snapshotLineKey(line));
    yield line;
  }
  for (const key of missing) yield { type: 'gone', of: type, key };
}
