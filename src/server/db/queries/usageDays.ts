import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Day } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { qualified } from '#server/db/qualified.ts';
import { isShownGpt } from '#server/db/queries/shownGpts.ts';
import { type RowOf, orNull, parseRows } from '#server/db/rawRows.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { gptUsageDay } from '#server/db/schema/ranking.ts';

/*
 * Days of use, of which there are millions. Raw, because these reads take single steps of an index for each GPT or day
 * (`lateral`, a recursive query, `offset 0`): the joins that the builder writes read every row, and took longer than a
 * query may.
 */

const usageRow = {
  id: gpt.id,
  last_day: gptUsageDay.day,
  /** Days from the first one to the last one. */
  length: z.number(),
  /** Of each stored day how many days it is before the last one, and its numbers, all in the same order. */
  backs: z.string(),
  imported: z.string(),
  own: z.string(),
  /** The days before the last one whose imported number is a share of a gap. */
  estimated: z.string(),
  /** Those of which no source has a reading. */
  gaps: z.string(),
  imported_until: orNull(gptUsageDay.day),
  own_since: orNull(gptUsageDay.day),
};

/** The use of a GPT over some days in a row. */
export type UsageRow = RowOf<typeof usageRow>;

/**
 * Returns the use of each of these GPTs that was ever used: the last `most` days that are closed and known or, where there
 * was no use in them, as many days up to its last use. Lists of numbers are texts with commas, which PostgreSQL makes in
 * half the time of JSON.
 */
export async function readUsage(
  executor: Executor,
  ids: readonly string[],
  closedDay: Day,
  most: number,
): Promise<UsageRow[]> {
  const closed = sql`gpt_id = wanted.id and day <= ${closedDay}`;
  const used = sql`${closed} and imported + own > 0`;
  const { rows } = await executor.execute(sql`
    select wanted.id, span.last_day::text as last_day,
      least(${most}, span.last_day - earliest.day + 1) as length, stored.*,
      source.day::text as imported_until, here.day::text as own_since
    from unnest(${sql.param(ids)}::text[]) as wanted (id)
    cross join lateral (select day from gpt_usage_day where ${used} order by day limit 1) as earliest
    cross join lateral (select day from gpt_usage_day where ${used} order by day desc limit 1) as latest
    left join lateral (
      select day from gpt_usage_day where ${closed} and not (imported = 0 and own > 0) order by day desc limit 1
    ) as source on true
    left join lateral (
      select day from gpt_usage_day where ${closed} and own > 0 order by day limit 1
    ) as here on true
    cross join lateral (
      select case when here.day is null then coalesce(source.day, latest.day) else ${closedDay}::date end as day
    ) as known
    cross join lateral (
      select case when known.day - latest.day < ${most} then known.day else latest.day end as last_day
    ) as span
    cross join lateral (
      select ${list(sql`span.last_day - day`)} as backs, ${list(sql`imported`)} as imported, ${list(sql`own`)} as own,
        ${list(sql`case when estimated then span.last_day - day end`)} as estimated,
        ${list(sql`case when gap then span.last_day - day end`)} as gaps
      from gpt_usage_day
      where gpt_id = wanted.id and day between span.last_day - ${most - 1}::int and span.last_day
    ) as stored
    order by wanted.id collate "C"`);
  return parseRows(usageRow, rows);
}

function list(expression: SQL): SQL {
  return sql`coalesce(array_to_string(array_agg(${expression}), ','), '')`;
}

/** Returns the days that have any row, oldest first: one step of the index a day. */
export async function readStoredDays(executor: Executor): Promise<Day[]> {
  const stored = await executor.execute(sql`
    with recursive stored as (
      select min(day) as day from gpt_usage_day
      union all
      select (select min(day) from gpt_usage_day where day > stored.day) from stored where day is not null
    )
    select day::text as day from stored where day is not null order by stored.day`);
  const rows = parseRows({ day: gptUsageDay.day }, stored.rows);
  return rows.map(({ day }) => day);
}

/** A day with a row of a shown GPT: whether one of its rows is known, and whether one grew. */
const usedDay = { day: gptUsageDay.day, known: z.boolean(), grew: z.boolean() };

/** Returns the days among these that have a row of a shown GPT. */
export async function readUsedDays(
  executor: Executor,
  days: readonly Day[],
): Promise<RowOf<typeof usedDay>[]> {
  const { rows } = await executor.execute(sql`
    select day::text as day, known, grew from (
      select day, ${hasRow(sql`true`)} as shown, ${hasRow(sql`(not gap or own > 0)`)} as known,
        ${hasRow(sql`own + imported > 0`)} as grew
      from unnest(${sql.param(days)}::date[]) as asked (day)
    ) as found where shown order by found.day`);
  return parseRows(usedDay, rows);
}

/**
 * Whether a day has such a row of a shown GPT. One is enough: the offsets keep the planner from joining whole tables for
 * each day, which took longer than a query may.
 */
function hasRow(when: SQL): SQL {
  return sql`exists (
    select from (select gpt_id from gpt_usage_day where day = asked.day and ${when} offset 0) as used
    cross join lateral (
      select from ${gpt} where ${qualified(gpt.id)} = used.gpt_id and ${isShownGpt} offset 0) as shown limit 1)`;
}
