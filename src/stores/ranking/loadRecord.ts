import { call } from '#contract/call.ts';
import { type RankingRecordFile, getRankingRecord } from '#contract/ranking/rankingRecord.ts';
import type { RankedRange } from '#stores/ranking/ranking.ts';

/**
 * Loads the records of a period that has no page in the release; `undefined` if it has none, or after a failure. Categories
 * are ranked by the newest month.
 */
export function loadRecord(
  range: RankedRange,
  time: string,
): Promise<RankingRecordFile | undefined> {
  const params = { range: range === 'categories' ? ('monthly' as const) : range, time };
  return call(getRankingRecord, { params }).catch(() => undefined);
}
