import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Day } from '#domain/dates.ts';
import { type CountedPlace, type CountedRanking, rankingRows } from '#domain/ranking/formula.ts';
import {
  type Period,
  type TimedRange,
  keptRows,
  previousPeriod,
  shownUsersFloor,
  trendOf,
} from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { parseRows } from '#server/db/rawRows.ts';

/*
 * Writes rankings. Raw, because one statement writes the places of all tables with their trends, and looks at the marks of
 * imports again, as of one instant (docs/decisions/009-what-is-frozen.md).
 */

/** SQL: whether days of use still follow from a history whose import runs or was broken off. */
export const historyPending = sql`(
  exists (select from history_stale_gpt) or exists (select from history_source_day where not is_checked))`;

/** A counted period. `firstDay` is the first day of all data. */
export type Counted = {
  range: TimedRange;
  period: Period;
  firstDay: Day;
  counted: CountedRanking;
  /** Whether the people who used a GPT here are counted too. */
  countsUsers: boolean;
};

/** A place as JSON for one statement. */
type PlaceRow = {
  scope: string;
  rank: number;
  id: string;
  own: number;
  imported: number;
  growth: number;
  previous: number;
  movement: number | null;
  is_new: boolean;
  is_estimated: boolean;
};

/**
 * Writes the places of a period, those within categories, and the sums of categories. Returns `false` when an import began
 * since the days were read: then the caller must roll back.
 */
export async function insertRanking(
  transaction: Executor,
  { range, period, firstDay, counted, countsUsers }: Counted,
): Promise<boolean> {
  const scopes = [['', counted.all] as const, ...counted.categories];
  const places = scopes.flatMap(([scope, all]) =>
    all.slice(0, scope === '' ? keptRows : rankingRows).map((place, index) => ({
      ...placeRow(place),
      scope,
      rank: index + 1,
    })),
  );
  const categories = [...counted.categories].map(([category, all]) => ({
    category,
    gpts: all.length,
    own: all.reduce((sum, { own }) => sum + own, 0),
    imported: all.reduce((sum, { imported }) => sum + imported, 0),
  }));
  const { rows } = await transaction.execute(sql`
    with places as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place (scope text, rank int, id text,
        own bigint, imported bigint, growth bigint, previous bigint, movement int, is_new boolean, is_estimated boolean)),
    trends as (${trends(range, period, firstDay)}),
    people as (
      select gpt_id as id, count(distinct user_id)::int as users from gpt_usage_user_day
      where ${countsUsers} and day between ${period.from} and ${period.to}
        and gpt_id in (select id from places where scope = '' and own >= ${shownUsersFloor}::int)
      group by gpt_id having count(distinct user_id) >= ${shownUsersFloor}::int),
    written_places as (
      insert into ranking_row
        (range, value, scope, rank, gpt_id, own, imported, previous, movement, is_new, is_estimated, trend,
          users)
      select ${range}, ${period.value}, scope, rank, id, own, imported, previous, movement, is_new, is_estimated,
        trends.growths, case when scope = '' then people.users end
      from places join trends using (id) left join people using (id)),
    written_categories as (
      insert into ranking_category (range, value, category, gpts, own, imported)
      select ${range}, ${period.value}, category, gpts, own, imported
      from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb)
        as sums (category text, gpts int, own bigint, imported bigint))
    select ${historyPending} as pending`);
  const [written] = parseRows({ pending: z.boolean() }, rows);
  return written?.pending === false;
}

function placeRow(place: CountedPlace): Omit<PlaceRow, 'scope' | 'rank'> {
  const { id, own, imported, growth, previous, movement, isNew, isEstimated } = place;
  return {
    id,
    own,
    imported,
    growth,
    previous,
    movement,
    is_new: isNew,
    is_estimated: isEstimated,
  };
}

/**
 * Growth in up to twelve periods of each GPT that gets a place, oldest first. The last two are the counted ones, because
 * days may have changed since they were read.
 */
function trends(range: TimedRange, period: Period, firstDay: Day): SQL {
  const before = previousPeriod(range, period);
  const periods = trendOf(range, period, firstDay);
  return sql`
    select placed.id, array_agg(
      case spans.last_day when ${period.to} then placed.growth when ${before.to} then placed.previous
        else coalesce(days.growth, 0)::bigint end order by spans.first_day) as growths
    from (select distinct id, growth, previous from places) as placed
    cross join unnest(
      ${sql.param(periods.map(({ from }) => from))}::date[], ${sql.param(periods.map(({ to }) => to))}::date[]
    ) as spans (first_day, last_day)
    left join lateral (
      select sum(own + imported) as growth from gpt_usage_day
      where gpt_id = placed.id and day between spans.first_day and spans.last_day
    ) as days on spans.last_day < ${before.to}
    group by placed.id`;
}
