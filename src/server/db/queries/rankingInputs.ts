import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Day, daysBetween } from '#domain/dates.ts';
import type { GptInputs, RankingInputs } from '#domain/ranking/formula.ts';
import { type Period, type TimedRange, previousPeriod } from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { qualified } from '#server/db/qualified.ts';
import { historyPending } from '#server/db/queries/rankingCount.ts';
import { isShownGpt } from '#server/db/queries/shownGpts.ts';
import { orNull, parseRows } from '#server/db/rawRows.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { gptUsageDay, rankingPeriod } from '#server/db/schema/ranking.ts';

/*
 * The inputs of a ranking. Raw, because one statement reads millions of days as of one instant, together with the
 * marks of imports (docs/decisions/009-what-is-frozen.md). Lists of numbers are texts with commas, as in `usageDays.ts`.
 */

/** The inputs of a period, and how fresh they are. */
export type PeriodInputs = {
  inputs: RankingInputs;
  /** The last day of the period with a reading of an imported history; `null` without one. */
  dataUntil: Day | null;
  still: (typeof rankingPeriod.$inferSelect)['still'];
};

/** A place of the period before, by which movement is counted. */
export type PlaceBefore = { scope: string; id: string; rank: number };

/** The first row has the state of the data, each other one a GPT. */
const inputRow = {
  pending: z.nullable(z.boolean()),
  data_until: orNull(gptUsageDay.day),
  still: orNull(rankingPeriod.still),
  id: z.nullable(z.string()),
  categories: z.nullable(z.array(z.string())),
  created: orNull(gptUsageDay.day),
  used_before: z.nullable(z.boolean()),
  unknown: z.nullable(z.number()),
  days: z.nullable(z.string()),
  imported: z.nullable(z.string()),
  own: z.nullable(z.string()),
  estimated: z.nullable(z.string()),
  gaps: z.nullable(z.string()),
};

/**
 * Returns the inputs of a period: every GPT that is shown and had conversations in it. Returns `undefined` while days of
 * use still follow from a history whose import runs or was broken off. `since` is the first day of all data. The places
 * before are read afterwards.
 */
export async function readInputs(
  executor: Executor,
  range: TimedRange,
  period: Period,
  since: Day,
  readPlacesBefore: () => Promise<readonly PlaceBefore[]>,
): Promise<PeriodInputs | undefined> {
  const before = previousPeriod(range, period);
  const { rows } = await executor.execute(sql`
    select * from (
      select ${historyPending} as pending, ${dataUntil(period)}::text as data_until, ${stillSpans(period)} as still,
        null::text as id, null::text[] as categories, null::text as created, null::boolean as used_before,
        null::integer as unknown, null::text as days, null::text as imported, null::text as own,
        null::text as estimated, null::text as gaps
      union all
      select null, null, null, gpts.* from (${usedGpts(before, period)}) as gpts
    ) as found order by id collate "C" nulls first`);
  const parsed = parseRows(inputRow, rows);
  const [first] = parsed;
  if (first === undefined || first.pending !== false) return undefined;
  const placesBefore = await readPlacesBefore();
  const ranks = new Map(placesBefore.map(({ scope, id, rank }) => [`${scope}/${id}`, rank]));
  const length = daysBetween(before.from, period.to) + 1;
  const gpts = parsed.flatMap((row): GptInputs[] => {
    if (row.id === null) return [];
    const { id } = row;
    const days = numbers(row.days);
    const categories = range === 'monthly' ? [...new Set(row.categories)].toSorted() : [];
    return [
      [
        id,
        dense(days, numbers(row.imported), length),
        dense(days, numbers(row.own), length),
        numbers(row.estimated),
        numbers(row.gaps),
        row.unknown ?? 0,
        row.created,
        row.used_before === true ? 1 : 0,
        ranks.get(`/${id}`) ?? 0,
        categories.map((category) => [category, ranks.get(`${category}/${id}`) ?? 0]),
      ],
    ];
  });
  const { value, from, to } = period;
  return {
    inputs: { range, value, from, to, before: before.from, since, gpts },
    dataUntil: first.data_until,
    still: first.still ?? [],
  };
}

function usedGpts(before: Period, period: Period): SQL {
  const { from, to } = period;
  return sql`
    select gpt_id as id, gpt.categories, gpt.gpt_created::text as created,
      case when gpt.gpt_created is null then used_just_before or ${usedEarlier(before.from)} end as used_before,
      case when last_imported < ${to} then ${daysAfterHistory(to)} else 0 end as unknown,
      days, used.imported, used.own, estimated, gaps
    from (${from === to ? useOfDay(before.from, to) : useOfDays(before.from, period)}) as used
    join ${gpt} on ${qualified(gpt.id)} = used.gpt_id and ${isShownGpt}`;
}

function useOfDays(first: Day, { from, to }: Period): SQL {
  return sql`
    select gpt_id, max(day) filter (where day >= ${from} and imported > 0) as last_imported,
      coalesce(bool_or(day < ${from} and own + imported > 0), false) as used_just_before,
      ${list(sql`day - ${first}::date`, sql`own + imported > 0`)} as days,
      ${list(sql`imported`, sql`own + imported > 0`)} as imported,
      ${list(sql`own`, sql`own + imported > 0`)} as own,
      ${list(sql`day - ${from}::date order by day`, sql`day >= ${from} and estimated`)} as estimated,
      ${list(sql`day - ${from}::date order by day`, sql`day >= ${from} and gap`)} as gaps
    from gpt_usage_day where day between ${first} and ${to}
    group by gpt_id having sum(own + imported) filter (where day >= ${from}) > 0`;
}

/** The same for one day and the day before: without lists, which have to be sorted by GPT, in a third of the time. */
function useOfDay(before: Day, day: Day): SQL {
  const isDay = sql`filter (where day = ${day})`;
  const isBefore = sql`filter (where day = ${before} and own + imported > 0)`;
  return sql`
    select gpt_id, case when imported_then > 0 then ${day}::date end as last_imported,
      imported_before is not null as used_just_before,
      case when imported_before is null then '1' else '0,1' end as days,
      concat_ws(',', imported_before, imported_then) as imported, concat_ws(',', own_before, own_then) as own,
      case when is_estimated then '0' else '' end as estimated, case when is_gap then '0' else '' end as gaps
    from (
      select gpt_id, max(imported) ${isDay} as imported_then, max(own) ${isDay} as own_then,
        max(imported) ${isBefore} as imported_before, max(own) ${isBefore} as own_before,
        bool_or(estimated) ${isDay} as is_estimated, bool_or(gap) ${isDay} as is_gap
      from gpt_usage_day where day in (${before}, ${day})
      group by gpt_id
    ) as numbers where own_then + imported_then > 0`;
}

/**
 * Whether a GPT was used before this day. Without the limit PostgreSQL would read all days into a hash table, although few
 * GPTs were not used in the period before.
 */
function usedEarlier(day: Day): SQL {
  return sql`coalesce((
    select true from gpt_usage_day as earlier
    where earlier.gpt_id = used.gpt_id and earlier.day < ${day} and earlier.own + earlier.imported > 0
    limit 1), false)`;
}

function list(expression: SQL, condition: SQL): SQL {
  return sql`coalesce(array_to_string(array_agg(${expression}) filter (where ${condition}), ','), '')`;
}

/**
 * Days of the period after the last one of an imported history: their conversations are unknown. Imported conversations
 * follow from a reading of their day or a later one, so there are none if the last day has some.
 */
function daysAfterHistory(to: Day): SQL {
  return sql`coalesce((
    select ${to}::date - least(history_day.day, ${to}::date) from history_day
    where history_day.gpt_id = used.gpt_id and conversations is not null
      and not exists (select from history_source_day as known
        where known.source_id = history_day.source_id and known.day = history_day.day and is_frozen)
    order by history_day.day desc limit 1), 0)`;
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

function numbers(text: string | null): number[] {
  return text === null || text === '' ? [] : text.split(',').map(Number);
}

/** Returns the values of all days, or nothing if all are 0. */
function dense(days: readonly number[], values: readonly number[], length: number): number[] {
  if (values.every((value) => value === 0)) return [];
  const all = Array.from({ length }, () => 0);
  for (const [index, day] of days.entries()) all[day] = values[index] ?? 0;
  return all;
}
