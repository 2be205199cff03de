import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Day } from '#domain/dates.ts';
import {
  type Period,
  type TimedRange,
  growthRateFloor,
  keptRows,
  previousPeriod,
  rankingRows,
  trendOf,
} from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { qualified } from '#server/db/qualified.ts';
import { isShownGpt } from '#server/db/queries/shownGpts.ts';
import { parseRows } from '#server/db/rawRows.ts';
import { gpt } from '#server/db/schema/gpts.ts';

/*
 * Counts rankings. Raw, because one statement counts millions of days, writes the places of all tables and the sums of the
 * period, and looks at the marks of imports, all as of one instant (docs/decisions/009-what-is-frozen.md).
 */

/** SQL: whether days of use still follow from a history whose import runs or was broken off. */
const historyPending = sql`(
  exists (select from history_stale_gpt) or exists (select from history_source_day where not is_checked))`;

/** Returns whether days of use still follow from a history whose import runs or was broken off. */
export async function isHistoryPending(executor: Executor): Promise<boolean> {
  const { rowCount } = await executor.execute(sql`select where ${historyPending}`);
  return rowCount !== 0;
}

/** A period to count. `firstDay` is the first day of all data; `isFrozenBefore`, whether the period before has places. */
export type Counting = {
  range: TimedRange;
  period: Period;
  firstDay: Day;
  isFrozenBefore: boolean;
};

/**
 * Counts a period and writes its places and those within categories, and its sums and how fresh its data are into its row.
 * Returns the number of GPTs with a kept place, or `undefined` when an import began since: then nothing is written.
 */
export async function insertRanking(
  transaction: Executor,
  { range, period, firstDay, isFrozenBefore }: Counting,
): Promise<number | undefined> {
  const before = previousPeriod(range, period);
  const placesBefore = isFrozenBefore ? frozenPlaces : countedPlaces;
  const { rows } = await transaction.execute(sql`
    with scoped as materialized (${scoped(range, period)}),
    places as materialized (${kept(sql`scoped`)}),
    places_before as (${placesBefore(range, before)}),
    trends as (${trends(range, period, firstDay)}),
    written_places as (
      insert into ranking_row
        (range, value, scope, rank, gpt_id, own, imported, previous, movement, is_new, is_estimated, trend)
      select ${range}, ${period.value}, scope, places.rank, gpt_id, own, imported, previous,
        places_before.rank - places.rank, ${isNew(period, firstDay)}, estimated_days > 0, trends.growths
      from places join trends using (gpt_id) left join places_before using (scope, gpt_id)),
    written_categories as (
      insert into ranking_category (range, value, category, gpts, own, imported)
      select ${range}, ${period.value}, scope, count(*), sum(own), sum(imported)
      from scoped where scope <> '' group by scope)
    update ranking_period set
      own = (select coalesce(sum(own), 0) from scoped where scope = ''),
      imported = (select coalesce(sum(imported), 0) from scoped where scope = ''),
      data_until = ${dataUntil(period)}, still = ${stillSpans(period)}
    where range = ${range} and value = ${period.value} and not ${historyPending}
    returning (select count(*)::int from places where scope = '') as places`);
  const [counted] = parseRows({ places: z.number() }, rows);
  return counted?.places;
}

/** Every GPT with a place in a period, among all GPTs and, in a month, within each of its categories. */
function scoped(range: TimedRange, period: Period): SQL {
  const { from, to } = previousPeriod(range, period);
  const days = sql`(${period.to}::date - ${period.from}::date + 1)`;
  const scopes =
    range === 'monthly'
      ? sql`(select '' as scope union select unnest(categories)) as scopes`
      : sql`(select '' as scope) as scopes`;
  return sql`
    select scopes.scope, rated.*,
      row_number() over (
        partition by scopes.scope order by growth desc, rate desc, gpt_id collate "C")::int as rank
    from (
      select used.*, gpt.categories, gpt.gpt_created, own + imported as growth,
        (own + imported - previous)::float8 / greatest(previous, ${growthRateFloor}) as rate
      from (
        select gpt_id,
          coalesce(sum(own) filter (where day >= ${period.from}), 0)::bigint as own,
          coalesce(sum(imported) filter (where day >= ${period.from}), 0)::bigint as imported,
          coalesce(sum(own + imported) filter (where day <= ${to}), 0)::bigint as previous,
          count(*) filter (where day >= ${period.from} and estimated) as estimated_days,
          count(*) filter (where day >= ${period.from} and gap) as gap_days
        from gpt_usage_day where day between ${from} and ${period.to} group by gpt_id
      ) as used
      join ${gpt} on ${qualified(gpt.id)} = used.gpt_id and ${isShownGpt}
      where own + imported > 0 and (gap_days + ${daysAfterHistory(period)}) * 2 <= ${days}
    ) as rated
    cross join lateral ${scopes}`;
}

/** Days of the period after the last one of an imported history: their conversations are unknown. */
function daysAfterHistory({ to }: Period): SQL {
  return sql`case when imported = 0 then 0 else coalesce((
    select ${to}::date - least(history_day.day, ${to}::date) from history_day
    where history_day.gpt_id = used.gpt_id and conversations is not null
      and not exists (select from history_source_day as known
        where known.source_id = history_day.source_id and known.day = history_day.day and is_frozen)
    order by history_day.day desc limit 1), 0) end`;
}

function kept(table: SQL): SQL {
  return sql`select * from ${table}
    where rank <= case scope when '' then ${keptRows}::int else ${rankingRows}::int end`;
}

function frozenPlaces(range: TimedRange, period: Period): SQL {
  return sql`select scope, gpt_id, rank from ranking_row where range = ${range} and value = ${period.value}`;
}

/** The places that a period would have if it had been frozen: one without data on its last day never is. */
function countedPlaces(range: TimedRange, period: Period): SQL {
  return sql`select scope, gpt_id, rank from (${kept(sql`(${scoped(range, period)}) as counted`)}) as kept`;
}

/** Growth in up to twelve periods of each GPT that gets a place, oldest first. */
function trends(range: TimedRange, period: Period, firstDay: Day): SQL {
  const periods = trendOf(range, period, firstDay);
  return sql`
    select placed.gpt_id, array_agg(coalesce(days.growth, 0)::bigint order by spans.first_day) as growths
    from (select distinct gpt_id from places) as placed
    cross join unnest(
      ${sql.param(periods.map(({ from }) => from))}::date[], ${sql.param(periods.map(({ to }) => to))}::date[]
    ) as spans (first_day, last_day)
    cross join lateral (
      select sum(own + imported) as growth from gpt_usage_day
      where gpt_id = placed.gpt_id and day between spans.first_day and spans.last_day
    ) as days
    group by placed.gpt_id`;
}

/**
 * Created in the period; or, if that is unknown, first used in it, except in the first period of all data: there
 * everything is seen for the first time, which says nothing about a GPT.
 */
function isNew(period: Period, firstDay: Day): SQL {
  return sql`case
    when gpt_created is not null then gpt_created between ${period.from} and ${period.to}
    else ${firstDay}::date < ${period.from}::date and not exists (
      select from gpt_usage_day as earlier
      where earlier.gpt_id = places.gpt_id and earlier.day < ${period.from} and earlier.own + earlier.imported > 0)
    end`;
}

/**
 * The last day of a period of which an imported history has a reading of a GPT that is shown; null without one.
 * Conversations here are always known.
 */
function dataUntil({ from, to }: Period): SQL {
  return sql`(
    select day from gpt_usage_day join ${gpt} on ${qualified(gpt.id)} = gpt_usage_day.gpt_id and ${isShownGpt}
    where day between ${from} and ${to} and not gap and not (imported = 0 and own > 0)
    order by day desc limit 1)`;
}

/**
 * When each source repeated the numbers of its day before, as JSON (`StillSpan`), oldest first: spans that have a day in
 * the period, or end on the day before it, for then what grew over them is shared out into the period.
 */
function stillSpans({ from, to }: Period): SQL {
  return sql`(
    select coalesce(jsonb_agg(
      jsonb_build_object('source', name, 'from', first_day, 'to', last_day) order by first_day, span.source_id), '[]')
    from (
      select source_id, min(day) as first_day, max(day) as last_day from (
        select source_id, day, is_frozen, row_number() over (partition by source_id order by day)
          - row_number() over (partition by source_id, is_frozen order by day) as span
        from history_source_day
      ) as days where is_frozen group by source_id, span
    ) as span join history_source on history_source.id = span.source_id
    where last_day >= ${from}::date - 1 and first_day <= ${to})`;
}
