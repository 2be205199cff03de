import { sql } from 'drizzle-orm';
import type { SnapshotLine } from '#contract/snapshot.ts';
import type { Day } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { batches } from '#server/services/publishing/batches.ts';

const gptsAtOnce = 500;

/** Days in a row that a line tells at most. */
const usageDays = 90;

type UsageLine = Extract<SnapshotLine, { type: 'usage' }>;

type UsageRow = {
  id: string;
  last_day: Day;
  /** Days from the first one of the line to the last one. */
  length: number;
  /** Of each stored day how many days it is before the last one, and its numbers. */
  days: [back: number, imported: number, own: number, estimated: boolean][];
};

/**
 * The days of use of each of these GPTs that was ever used: the last ninety closed ones, or where there was nothing in
 * them, the ninety that end with its last use. Days without a row in between are days without a conversation.
 */
export async function* usageLines(
  query: Executor,
  ids: readonly string[],
  closedDay: Day,
): AsyncGenerator<UsageLine> {
  for (const batch of batches(ids, gptsAtOnce)) {
    const { rows } = await query.execute<UsageRow>(usageOf(batch, closedDay));
    for (const row of rows) yield toLine(row);
  }
}

/** Each part looks up one GPT in the index: as a join with all days, a batch would read those of every GPT. */
function usageOf(ids: string[], closedDay: Day) {
  const used = sql`gpt_id = wanted.id and day <= ${closedDay} and imported + own > 0`;
  return sql`
    select wanted.id, span.last_day::text as last_day,
      least(${usageDays}, span.last_day - earliest.day + 1) as length, stored.days
    from unnest(${sql.param(ids)}::text[]) as wanted (id)
    cross join lateral (select day from gpt_usage_day where ${used} order by day limit 1) as earliest
    cross join lateral (select day from gpt_usage_day where ${used} order by day desc limit 1) as latest
    cross join lateral (
      select case when ${closedDay}::date - latest.day < ${usageDays} then ${closedDay}::date else latest.day end as last_day
    ) as span
    cross join lateral (
      select json_agg(json_build_array(span.last_day - day, imported, own, estimated)) as days from gpt_usage_day
      where gpt_id = wanted.id and day between span.last_day - ${usageDays - 1}::int and span.last_day
    ) as stored
    order by wanted.id collate "C"`;
}

function toLine({ id, last_day, length, days }: UsageRow): UsageLine {
  const imported = Array.from({ length }, () => 0);
  const own = Array.from({ length }, () => 0);
  let estimated = 0;
  for (const [back, importedThen, ownThen, isEstimated] of days) {
    const place = length - 1 - back;
    // Before the first use there may be days that are known to be empty.
    if (place < 0) continue;
    imported[place] = importedThen;
    own[place] = ownThen;
    if (isEstimated) estimated += 1;
  }
  return { type: 'usage', id, last_day, imported, own, estimated };
}
