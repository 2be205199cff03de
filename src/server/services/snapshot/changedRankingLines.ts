import type { SnapshotLine } from '#contract/publishing/snapshot.ts';
import { type TimedRange, timedRanges } from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { readUnrecorded } from '#server/services/ranking/rankingRecords.ts';
import type { Changes } from '#server/services/snapshot/changesSince.ts';
import { type DeltaLine, orGone } from '#server/services/snapshot/changedGptLines.ts';
import {
  type NamedPeriod,
  categoriesOf,
  categoryLines,
  categoryTableLines,
  publishedDays,
  isPublished,
  periodLines,
  periodTableLines,
  storedPeriods,
} from '#server/services/snapshot/rankingLines.ts';
import { recordLines } from '#server/services/snapshot/recordLines.ts';

/**
 * Yields the lines of rankings that changed with these periods and tables. Which periods are published, which week in
 * full and which month with categories depends on the newest periods. Each changed period may have moved these limits
 * by one, so as many additional periods are sent again.
 */
export async function* changedRankingLines(
  query: Executor,
  { period: changedPeriods = [], table: changedTables = [] }: Changes,
): AsyncGenerator<DeltaLine> {
  const changed = new Set([...changedPeriods, ...changedTables.map(periodOf)]);
  if (changed.size === 0) return;
  const periods = await storedPeriods(query);
  const moved = (range: TimedRange) =>
    [...changed].filter((name) => name.startsWith(`${range}/`)).length;
  const days = periods.daily.slice(
    Math.max(0, publishedDays - moved('daily')),
    publishedDays + moved('daily'),
  );
  const touched = new Set([...changed, ...days.map(nameOf)]);
  const weeks = periods.weekly.slice(0, moved('weekly') === 0 ? 0 : moved('weekly') + 1);
  const again = Object.values(periods)
    .flat()
    .filter((period) => touched.has(nameOf(period)) || weeks.includes(period));
  yield* orGone('period', touched, periodLines(query));
  yield* orGone(
    'ranking',
    [...touched].map((name) => `${name}/`),
    periodTableLines(query, again.filter(isPublished), periods.weekly[0]),
  );
  const unrecorded = await unrecordedPeriods(query, changed);
  const recorded = [
    ...again,
    ...Object.values(periods)
      .flat()
      .filter((period) => unrecorded.has(nameOf(period))),
  ];
  yield* orGone(
    'record',
    new Set([...touched, ...unrecorded]),
    recordLines(query, [...new Set(recorded)].filter(isPublished)),
  );
  const months = periods.monthly.slice(0, moved('monthly') === 0 ? 0 : moved('monthly') + 1);
  yield* changedCategoryLines(query, months, changedTables);
}

/**
 * Returns the names of all periods without records in the ranges of the changed periods: whether a record is missing
 * depends on the first record of the range, which may be removed.
 */
async function unrecordedPeriods(
  query: Executor,
  changed: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const range of timedRanges) {
    if (![...changed].some((name) => name.startsWith(`${range}/`))) continue;
    for (const { value } of await readUnrecorded(query, range)) names.add(`${range}/${value}`);
  }
  return names;
}

/** Yields sums and tables of the newest month in each category, and `gone` lines for the other months, which have none. */
async function* changedCategoryLines(
  query: Executor,
  [newest, ...others]: readonly NamedPeriod[],
  changedTables: readonly string[],
): AsyncGenerator<DeltaLine> {
  const tables = new Set(changedTables.filter((table) => table.startsWith('monthly/')));
  for (const month of others) {
    for (const category of await categoriesOf(query, month)) {
      tables.add(`${nameOf(month)}/${category}`);
    }
  }
  const inCategories = [...tables].filter((table) => scopeOf(table) !== '');
  const lines = newest === undefined ? none() : categoryLines(query, newest);
  yield* orGone('category', new Set(inCategories.map(scopeOf)), lines);
  const tableLines = newest === undefined ? none() : categoryTableLines(query, newest);
  yield* orGone('ranking', inCategories, tableLines);
}

async function* none(): AsyncGenerator<SnapshotLine> {}

function nameOf({ range, value }: NamedPeriod): string {
  return `${range}/${value}`;
}

/** Returns `{range}/{value}` of `{range}/{value}/{scope}`. */
function periodOf(table: string): string {
  return table.split('/', 2).join('/');
}

function scopeOf(table: string): string {
  return table.split('/').slice(2).join('/');
}
