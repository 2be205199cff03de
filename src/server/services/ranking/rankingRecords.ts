import { and, asc, eq, notExists } from 'drizzle-orm';
import { type RankingRecord, canonicalJson } from '#domain/ranking/chain.ts';
import { type RankingResult, type ResultPlace, rankingRows } from '#domain/ranking/formula.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { type PlaceRow, readAllPlaces } from '#server/db/queries/rankingRows.ts';
import { rankingCategory, rankingPeriod, rankingRecord } from '#server/db/schema/ranking.ts';

const columns = {
  range: rankingRecord.range,
  number: rankingRecord.number,
  value: rankingRecord.value,
  kind: rankingRecord.kind,
  reason: rankingRecord.reason,
  recorded: rankingRecord.recorded,
  formula: rankingRecord.formula,
  inputs: rankingRecord.inputsHash,
  result: rankingRecord.resultHash,
  previousValue: rankingRecord.previousValue,
  previousHash: rankingRecord.previousHash,
  hash: rankingRecord.hash,
};

/** Returns the records of a range, or of one of its periods, oldest first. */
export async function readRecords(
  query: Executor,
  range: TimedRange,
  value?: string,
): Promise<(RankingRecord & { range: TimedRange })[]> {
  const isOfRange = eq(rankingRecord.range, range);
  const rows = await query
    .select(columns)
    .from(rankingRecord)
    .where(value === undefined ? isOfRange : and(isOfRange, eq(rankingRecord.value, value)))
    .orderBy(asc(rankingRecord.number));
  return rows.map(({ previousValue, previousHash, ...row }) => ({
    ...row,
    previous:
      previousValue === null || previousHash === null
        ? null
        : { value: previousValue, hash: previousHash },
  }));
}

/**
 * A frozen period without records. Each freeze since the first record of the range writes one, so that the records of a
 * period that was frozen after it were removed (`isMissing`). An older version froze the others.
 */
export type UnrecordedPeriod = { value: string; isMissing: boolean };

/** Returns the frozen periods of a range that have no records, oldest first. */
export async function readUnrecorded(
  query: Executor,
  range: TimedRange,
): Promise<UnrecordedPeriod[]> {
  const isRecorded = query
    .select({ number: rankingRecord.number })
    .from(rankingRecord)
    .where(
      and(
        eq(rankingRecord.range, rankingPeriod.range),
        eq(rankingRecord.value, rankingPeriod.value),
      ),
    );
  const periods = await query
    .select({ value: rankingPeriod.value, frozen: rankingPeriod.frozen })
    .from(rankingPeriod)
    .where(and(eq(rankingPeriod.range, range), notExists(isRecorded)))
    .orderBy(asc(rankingPeriod.lastDay));
  if (periods.length === 0) return [];
  const [first] = await query
    .select({ recorded: rankingRecord.recorded })
    .from(rankingRecord)
    .where(eq(rankingRecord.range, range))
    .orderBy(asc(rankingRecord.number))
    .limit(1);
  return periods.map(({ value, frozen }) => ({
    value,
    isMissing: first !== undefined && frozen.toISOString() >= first.recorded,
  }));
}

/** Returns the inputs of a record: canonical JSON, as published. */
export async function readInputsText(
  query: Executor,
  { range, number }: { range: TimedRange; number: number },
): Promise<string> {
  const [row] = await query
    .select({ inputs: rankingRecord.inputs })
    .from(rankingRecord)
    .where(and(eq(rankingRecord.range, range), eq(rankingRecord.number, number)));
  return row?.inputs ?? '';
}

/**
 * Returns the result of a period from its stored places and sums: canonical JSON, as published. `undefined` if the period
 * is gone.
 */
export async function readResultText(
  query: Executor,
  range: TimedRange,
  value: string,
): Promise<string | undefined> {
  const [sums] = await query
    .select({ own: rankingPeriod.own, imported: rankingPeriod.imported })
    .from(rankingPeriod)
    .where(and(eq(rankingPeriod.range, range), eq(rankingPeriod.value, value)));
  if (sums === undefined) return undefined;
  const scopes = Map.groupBy(
    await readAllPlaces(query, { range, value }, rankingRows),
    ({ scope }) => scope,
  );
  const placesIn = (scope: string) => (scopes.get(scope) ?? []).map(resultPlace);
  const categories = await query
    .select({
      category: rankingCategory.category,
      gpts: rankingCategory.gpts,
      own: rankingCategory.own,
      imported: rankingCategory.imported,
    })
    .from(rankingCategory)
    .where(and(eq(rankingCategory.range, range), eq(rankingCategory.value, value)));
  const result: RankingResult = {
    range,
    value,
    ...sums,
    places: placesIn(''),
    categories: Object.fromEntries(
      categories.map(({ category, ...row }) => [category, { ...row, places: placesIn(category) }]),
    ),
  };
  return canonicalJson(result);
}

function resultPlace(row: PlaceRow): ResultPlace {
  const { id, own, imported, previous, movement, is_new: isNew, is_estimated: isEstimated } = row;
  return [id, own, imported, previous, movement, isNew ? 1 : 0, isEstimated ? 1 : 0];
}
