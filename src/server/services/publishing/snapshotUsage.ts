import { sql } from 'drizzle-orm';
import type { SnapshotLine } from '#contract/snapshot.ts';
import type { Day } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { batches } from '#server/services/publishing/batches.ts';

const gptsAtOnce = 500;

/** Days in a row that a line tells at most. */
const usageDays = 90;

type UsageRow = { id: string; last_day: Day; imported: number[]; own: number[]; estimated: number };

/**
 * The days of use of each of these GPTs that was ever used: the last ninety closed ones, or where there was nothing in
 * them, the ninety that end with its last use. Days without a row in between are days without a conversation.
 */
export async function* usageLines(
  query: Executor,
  ids: readonly string[],
  closedDay: Day,
): AsyncGenerator<SnapshotLine> {
  for (const batch of batches(ids, gptsAtOnce)) {
    const { rows } = await query.execute<UsageRow>(usageOf(batch, closedDay));
    for (const row of rows) yield { type: 'usage', ...row };
  }
}

function usageOf(ids: string[], closedDay: Day) {
  return sql`
    with used as (
      select wanted.id, known.first_day, known.last_day
      from unnest(${sql.param(ids)}::text[]) as wanted (id)
      cross join lateral (
        select day as first_day from gpt_usage_day
        where gpt_id = wanted.id and day <= ${closedDay} and imported + own > 0
        order by day limit 1) as earliest
      cross join lateral (
        select earliest.first_day,
          case when day > ${closedDay}::date - ${usageDays}::int then ${closedDay}::date else day end as last_day
        from gpt_usage_day
        where gpt_id = wanted.id and day <= ${closedDay} and imported + own > 0
        order by day desc limit 1) as known)
    select used.id, used.last_day::text as last_day,
      json_agg(coalesce(use.imported, 0) order by days.day) as imported,
      json_agg(coalesce(use.own, 0) order by days.day) as own,
      (count(*) filter (where use.estimated))::int as estimated
    from used
    cross join lateral (
      select used.last_day - back as day
      from generate_series(0, least(${usageDays}::int - 1, used.last_day - used.first_day)) as back) as days
    left join gpt_usage_day as use on use.gpt_id = used.id and use.day = days.day
    group by used.id, used.last_day
    order by used.id collate "C"`;
}
