import {
  type RankingRecord,
  canonicalJson,
  isLinked,
  isRecount,
  recordHash,
  sha256,
} from '#domain/ranking/chain.ts';
import {
  type RankingInputs,
  countRanking,
  formulaVersion,
  rankingResult,
} from '#domain/ranking/formula.ts';
import { parseTrusted } from '#domain/json.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import {
  readInputsText,
  readRecords,
  readResultText,
  readUnrecorded,
} from '#server/services/ranking/rankingRecords.ts';

export type RankingsReport = {
  /** Recomputed periods, and their published places. */
  periods: number;
  places: number;
  /** A sentence for each recorded recount. */
  refrozen: string[];
  /** Periods that an older version froze, without records. */
  unrecorded: number;
  /** A sentence for each difference. */
  problems: string[];
};

/**
 * Recomputes the frozen periods of these ranges, or the one named `value`, from their inputs with the published formula,
 * and checks the whole chain of each range.
 */
export async function verifyRankings(
  query: Executor,
  ranges: readonly TimedRange[],
  value?: string,
): Promise<RankingsReport> {
  const report: RankingsReport = {
    periods: 0,
    places: 0,
    refrozen: [],
    unrecorded: 0,
    problems: [],
  };
  for (const range of ranges) {
    const records = await readRecords(query, range);
    report.problems.push(...(await chainProblems(records)));
    const byPeriod = Map.groupBy(records, (record) => record.value);
    await checkUnrecorded(query, range, report, value);
    for (const [period, ofPeriod] of byPeriod) {
      if (value !== undefined && period !== value) continue;
      await recompute(query, ofPeriod, report);
    }
  }
  if (value !== undefined && report.periods + report.unrecorded === 0) {
    report.problems.push(`There is no frozen ranking ${value}`);
  }
  return report;
}

async function chainProblems(records: readonly RankingRecord[]): Promise<string[]> {
  const problems: string[] = [];
  for (const [index, record] of records.entries()) {
    const name = `${record.range} ${record.value}`;
    if ((await recordHash(record)) !== record.hash) {
      problems.push(`${name}: record ${record.number} was changed after it was written`);
    }
    const before = records[index - 1];
    if (record.number !== index + 1 || !isLinked(record, before ? [before] : [])) {
      problems.push(`${name}: record ${record.number} does not follow the record before it`);
    }
  }
  return problems;
}

async function checkUnrecorded(
  query: Executor,
  range: TimedRange,
  report: RankingsReport,
  value: string | undefined,
): Promise<void> {
  for (const period of await readUnrecorded(query, range)) {
    if (value !== undefined && period.value !== value) continue;
    if (period.isMissing) report.problems.push(`${range} ${period.value}: its record is missing`);
    else report.unrecorded += 1;
  }
}

async function recompute(
  query: Executor,
  records: readonly (RankingRecord & { range: TimedRange })[],
  report: RankingsReport,
): Promise<void> {
  const newest = records.at(-1);
  if (newest === undefined) return;
  const { range, value } = newest;
  const name = `${range} ${value}`;
  for (const { kind, recorded, reason } of records) {
    if (kind === 'refreeze') report.refrozen.push(`${name}: counted again ${recorded}: ${reason}`);
  }
  for (const record of records.slice(1)) {
    if (isRecount(record)) continue;
    report.problems.push(`${name}: it was counted again ${record.recorded} without a reason`);
  }
  report.periods += 1;
  const inputs = await readInputsText(query, newest);
  const result = await readResultText(query, range, value);
  if (result === undefined) {
    report.problems.push(`${name}: it has records, but the period is gone`);
    return;
  }
  if ((await sha256(inputs)) !== newest.inputs) {
    report.problems.push(`${name}: its inputs were changed after they were counted`);
  }
  if ((await sha256(result)) !== newest.result) {
    report.problems.push(`${name}: its places or sums were changed after they were counted`);
  }
  if (newest.formula !== formulaVersion) {
    report.problems.push(
      `${name}: it was counted with formula ${newest.formula}, which is unknown here`,
    );
    return;
  }
  const parsed = parseTrusted<RankingInputs>(inputs);
  const counted = rankingResult(parsed, countRanking(parsed));
  report.places += counted.places.length;
  if (canonicalJson(counted) !== result) {
    report.problems.push(`${name}: the formula gives other places for its inputs`);
  }
}
