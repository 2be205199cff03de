import { deflateSync } from 'node:zlib';
import type { SnapshotLine } from '#contract/publishing/snapshot.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import {
  readInputsText,
  readRecords,
  readResultText,
} from '#server/services/ranking/rankingRecords.ts';

/**
 * Yields the records of these periods with the inputs of the newest record and the stored result. Periods that were
 * frozen by an older version have no record.
 */
export async function* recordLines(
  query: Executor,
  periods: readonly { range: TimedRange; value: string }[],
): AsyncGenerator<SnapshotLine> {
  for (const { range, value } of periods) {
    const records = await readRecords(query, range, value);
    const newest = records.at(-1);
    const result = newest && (await readResultText(query, range, value));
    if (newest === undefined || result === undefined) continue;
    const inputs = await readInputsText(query, newest);
    yield {
      type: 'record',
      range,
      value,
      records,
      inputs: deflated(inputs),
      result: deflated(result),
    };
  }
}

function deflated(text: string): string {
  return deflateSync(text).toString('base64');
}
