import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, orNull, parseRows } from '#server/db/rawRows.ts';
import { historySource, historySourceDay } from '#server/db/schema/ranking.ts';

/*
 * Sources of histories and their frozen days. Raw, because a day is compared with the day before it of the same source,
 * and the sums of each source read its own rows (`lateral`), of millions.
 */

const sourceRow = {
  name: historySource.name,
  readings: z.number(),
  gpts: z.number(),
  firstDay: orNull(historySourceDay.day),
  lastDay: orNull(historySourceDay.day),
  /** Days on which it repeated its day before. */
  frozenDays: z.number(),
  /** The day. */
  created: z.string(),
};

/** A source of histories, and its totals. */
export type HistorySource = RowOf<typeof sourceRow>;

/** Returns all sources, the oldest first, which is the order of preference. */
export async function readHistorySources(executor: Executor): Promise<HistorySource[]> {
  const { rows } = await executor.execute(sql`
    select name, given.readings, given.gpts, days.first_day as "firstDay", days.last_day as "lastDay",
      days.frozen as "frozenDays", (created at time zone 'UTC')::date::text as created
    from history_source as source
    cross join lateral (
      select count(*)::int as readings, count(distinct gpt_id)::int as gpts
      from history_day where source_id = source.id) as given
    cross join lateral (
      select min(day)::text as first_day, max(day)::text as last_day,
        (count(*) filter (where is_frozen))::int as frozen
      from history_source_day where source_id = source.id) as days
    order by source.id`);
  return parseRows(sourceRow, rows);
}

const sourceDay = { sourceId: historySourceDay.sourceId, day: historySourceDay.day };
const takenDay = { ...sourceDay, next: orNull(historySourceDay.day) };

/**
 * Marks the next unchecked day of a source as checked. Returns it with the day after it where that is checked, because
 * the rows of a day also show whether the next one is a copy of it.
 */
export async function takeUnchecked(
  transaction: Executor,
): Promise<RowOf<typeof takenDay> | undefined> {
  const { rows } = await transaction.execute(sql`
      update history_source_day as known set is_checked = true
      where (source_id, day) = (
        select source_id, day from history_source_day where not is_checked order by source_id, day limit 1)
      returning source_id as "sourceId", day::text, (
        select later.day::text from history_source_day as later
        where later.source_id = known.source_id and later.day > known.day and later.is_checked
          and later.day = (select min(next.day) from history_source_day as next
            where next.source_id = known.source_id and next.day > known.day)) as next`);
  return parseRows(takenDay, rows)[0];
}

/**
 * Stores whether a day of a source is a copy of its day before, and marks its GPTs if that changed. A copy has at least
 * `leastCounts` GPTs with a count, and each row is the same as the day before: counts are rounded and often stay, but
 * ratings and reviews distinguish a quiet day from a copy.
 */
export async function updateFrozen(
  transaction: Executor,
  { sourceId, day }: RowOf<typeof sourceDay>,
  leastCounts: number,
): Promise<void> {
  const given = sql`select from history_day where source_id = ${sourceId} and day = ${day}`;
  const isFrozenCopy = sql`
    (select count(*) from (
      ${given} and conversations is not null limit ${leastCounts}) as counted
    ) >= ${leastCounts}
    and not exists (
      select from history_day as now
      left join history_day as before on before.source_id = now.source_id and before.gpt_id = now.gpt_id
        and before.day = (select max(day) from history_source_day where source_id = ${sourceId} and day < ${day})
      where now.source_id = ${sourceId} and now.day = ${day} and (before.gpt_id is null
        or (now.conversations, now.rating, now.reviews)
          is distinct from (before.conversations, before.rating, before.reviews)))`;
  const { rowCount } = await transaction.execute(
    sql`update history_source_day set is_frozen = not is_frozen
      where source_id = ${sourceId} and day = ${day} and is_frozen is distinct from (${isFrozenCopy})`,
  );
  if (rowCount === 0) return;
  await transaction.execute(
    sql`insert into history_stale_gpt (gpt_id)
      select gpt_id from history_day where source_id = ${sourceId} and day = ${day} order by gpt_id
      on conflict (gpt_id) do nothing`,
  );
}
