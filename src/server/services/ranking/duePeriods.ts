import { type SQL, sql } from 'drizzle-orm';
import { type Day, dayOf } from '#domain/dates.ts';
import {
  type Period,
  type TimedRange,
  freezeDelayHours,
  periodsEndingOn,
} from '#domain/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { isShownGpt } from '#server/services/gpts/shownGpts.ts';

export type NamedPeriod = { range: TimedRange; period: Period };

const hour = 3_600_000;

/**
 * The periods that are to be frozen at `now`, oldest first: they ended at least six hours ago, are not frozen, and have
 * data for their last day. A reading is data, also one without growth. A day of a gap is data only where a reading after
 * it shows that the gap is over, and a period without any reading has no data. Nor has one in which nothing grew: there
 * is nothing to rank. Days of GPTs that the catalogue does not show are no data either: a history that is imported before
 * its catalogue must not freeze into empty rankings.
 */
export async function duePeriods(query: Executor, now: Date): Promise<NamedPeriod[]> {
  const openFrom = dayOf(new Date(now.getTime() - freezeDelayHours * hour));
  const frozen = await frozenNames(query);
  const stored = await storedDays(query);
  const candidates = stored
    .filter((day) => day < openFrom)
    .flatMap(periodsEndingOn)
    .filter(({ range, period }) => !frozen.has(`${range}/${period.value}`));
  const firstDay = candidates.map(({ period }) => period.from).toSorted()[0];
  if (firstDay === undefined) return [];
  const days = await readDays(
    query,
    stored.filter((day) => day >= firstDay),
  );
  const lastKnown = days.findLast(({ known }) => known)?.day ?? '';
  return candidates.filter(({ period: { from, to } }) => {
    const within = days.filter(({ day }) => day >= from && day <= to);
    const hasLast = within.at(-1)?.day === to && lastKnown >= to;
    return hasLast && within.some(({ known }) => known) && within.some(({ grew }) => grew);
  });
}

/** The first day on which any GPT was used; `undefined` without data. */
export async function firstUsedDay(query: Executor): Promise<Day | undefined> {
  const { rows } = await query.execute<{ day: Day }>(
    sql`select day::text as day from gpt_usage_day where own + imported > 0 order by gpt_usage_day.day limit 1`,
  );
  return rows[0]?.day;
}

/** The days that have any row, oldest first: one step of the index a day. */
async function storedDays(query: Executor): Promise<Day[]> {
  const { rows } = await query.execute<{ day: Day }>(sql`
    with recursive stored as (
      select min(day) as day from gpt_usage_day
      union all
      select (select min(day) from gpt_usage_day where day > stored.day) from stored where day is not null
    )
    select day::text as day from stored where day is not null order by stored.day`);
  return rows.map(({ day }) => day);
}

async function frozenNames(query: Executor): Promise<Set<string>> {
  const { rows } = await query.execute<{ name: string }>(
    sql`select concat(range, '/', value) as name from ranking_period`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Which of these days have a row of a shown GPT, and whether one of them is known, and grew. */
async function readDays(
  query: Executor,
  days: readonly Day[],
): Promise<{ day: Day; known: boolean; grew: boolean }[]> {
  const { rows } = await query.execute<{ day: Day; known: boolean; grew: boolean }>(sql`
    select day::text as day, known, grew from (
      select day, ${hasRow(sql`true`)} as shown, ${hasRow(sql`(not gap or own > 0)`)} as known,
        ${hasRow(sql`own + imported > 0`)} as grew
      from unnest(${sql.param(days)}::date[]) as asked (day)
    ) as found where shown order by found.day`);
  return rows;
}

/**
 * Whether a day has such a row of a shown GPT. One is enough: the offsets keep the planner from joining whole tables for
 * each day, which took longer than a query may.
 */
function hasRow(when: SQL): SQL {
  return sql`exists (
    select from (select gpt_id from gpt_usage_day where day = asked.day and ${when} offset 0) as used
    cross join lateral (
      select from ${gpt} where ${gpt.id} = used.gpt_id and ${isShownGpt} offset 0) as shown limit 1)`;
}
