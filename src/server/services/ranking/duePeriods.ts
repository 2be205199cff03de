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
  const candidates = (await storedDays(query, openFrom))
    .flatMap(periodsEndingOn)
    .filter(({ range, period }) => !frozen.has(`${range}/${period.value}`));
  const { rows } = await query.execute<{ place: number }>(sql`
    select place::int from unnest(
      ${sql.param(candidates.map(({ period }) => period.from))}::date[],
      ${sql.param(candidates.map(({ period }) => period.to))}::date[]
    ) with ordinality as candidate (first_day, last_day, place)
    where ${hasDay(sql`day = candidate.last_day`)}
      and ${hasDay(sql`day >= candidate.last_day and ${isKnown}`)}
      and ${hasDay(sql`day between candidate.first_day and candidate.last_day and ${isKnown}`)}
      and ${hasDay(sql`day between candidate.first_day and candidate.last_day and own + imported > 0`)}
    order by place`);
  return rows.flatMap(({ place }) => candidates[place - 1] ?? []);
}

/** The first day on which any GPT was used; `undefined` without data. */
export async function firstUsedDay(query: Executor): Promise<Day | undefined> {
  const { rows } = await query.execute<{ day: Day }>(
    sql`select day::text as day from gpt_usage_day where own + imported > 0 order by gpt_usage_day.day limit 1`,
  );
  return rows[0]?.day;
}

/** The days before `end` that have any row, oldest first: one step of the index a day. */
async function storedDays(query: Executor, end: Day): Promise<Day[]> {
  const { rows } = await query.execute<{ day: Day }>(sql`
    with recursive stored as (
      select min(day) as day from gpt_usage_day
      union all
      select (select min(day) from gpt_usage_day where day > stored.day) from stored where day is not null
    )
    select day::text as day from stored where day < ${end}`);
  return rows.map(({ day }) => day);
}

async function frozenNames(query: Executor): Promise<Set<string>> {
  const { rows } = await query.execute<{ name: string }>(
    sql`select concat(range, '/', value) as name from ranking_period`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** There is a reading of the day, or somebody chatted here. */
const isKnown = sql`(not gap or own > 0)`;

/** One row is enough: as a subquery with a limit it is looked up in the index, never joined with years of days. */
function hasDay(when: SQL): SQL {
  return sql`(
    select true from gpt_usage_day join ${gpt} on ${gpt.id} = gpt_usage_day.gpt_id and ${isShownGpt}
    where ${when} limit 1)`;
}
