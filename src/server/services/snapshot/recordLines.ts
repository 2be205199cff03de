import { deflateSync } from 'node:zlib';
import type { SnapshotLine } from '#contract/publishing/snapshot.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import {
  readInputsText,
  readRecords,
  readResultText,
  readUnrecorded,
} from '#server/services/ranking/rankingRecords.ts';

type Periods = readonly { range: TimedRange; value: string }[];

/**
 * Yields the records of these periods with the inputs of the newest record and the stored result. A period whose records
 * were removed has a line without any, so that its page and those of its neighbours show it. Periods that were frozen by
 * an older version have no line.
 */
export async function* recordLines(
  query: Executor,
  periods: Periods,
): AsyncGenerator<SnapshotLine> {
  const missing = await missingRecords(query, periods);
  for (const { range, value } of periods) {
    if (missing.has(`${range}/${value}`)) {
      yield { type: 'record', range, value, records: [], inputs: '', result: '' };
      continue;
    }
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

/** Returns the names of the periods, in the ranges of these, whose records were removed. */
async function missingRecords(query: Executor, periods: Periods): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const range of new Set(periods.map((period) => period.range))) {
    for (const { value, isMissing } of await readUnrecorded(query, range)) {
      if (isMissing) names.add(`${range}/${value}`);
    }
  }
  return names;
}

function deflated(text: string): string {
  return deflateSync(text).toString('base64');
}
