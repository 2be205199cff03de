import type { CountedEvents } from '#contract/analytics.ts';
import { dayOf } from '#domain/dates.ts';
import { sourceCategory, sourceLabel, sourcesPerDay } from '#domain/analytics.ts';
import type { Context } from '#server/context.ts';
import { type Statement, run } from '#server/db/statement.ts';
import { analyticsLimits } from '#server/services/limits/limits.ts';
import { networkUse, takePoints } from '#server/services/limits/takePoints.ts';
import { networksOf } from '#server/services/limits/network.ts';

type Row = { category: string; label: string; count: number };

/**
 * Sorted, so that two servers lock the same rows in the same order. A source that is new after `$5` others of the day
 * counts as `other`; two that come at the same moment may both be the last.
 */
const addCounts: Statement = {
  name: 'add_analytics_counts',
  text: `
    insert into analytics_count (day, category, label, count)
    select $1::date, category, label, sum(count) from (
      select e.category, e.count, case
        when e.category <> '${sourceCategory}' then e.label
        when exists (select from analytics_count k
          where k.day = $1::date and k.category = e.category and k.label = e.label) then e.label
        when (select count(*) from analytics_count k
          where k.day = $1::date and k.category = e.category) < $5 then e.label
        else 'other' end as label
      from unnest($2::text[], $3::text[], $4::int[]) as e (category, label, count)
    ) event
    group by category, label
    order by category, label
    on conflict (day, category, label) do update set count = analytics_count.count + excluded.count`,
};

/**
 * Adds events to the counts of today. The network of the sender counts for its limit only, and is not stored with them.
 * Throws `too_many_requests` with `retry_seconds`.
 */
export async function recordEvents(context: Context, events: CountedEvents): Promise<void> {
  const { actor, database, now } = context;
  const uses = networksOf(actor.address).map((network) =>
    networkUse(analyticsLimits.network, network),
  );
  await takePoints(context, uses);
  const rows = rowsOf(events);
  await run(database.query, addCounts, [
    dayOf(now()),
    rows.map(({ category }) => category),
    rows.map(({ label }) => label),
    rows.map(({ count }) => count),
    sourcesPerDay,
  ]);
}

function rowsOf(events: CountedEvents): Row[] {
  return Object.entries(events).flatMap(([category, counts = {}]) =>
    Object.entries(counts).map(([name, count]) => ({
      category,
      label: category === sourceCategory ? sourceLabel(name) : name,
      count,
    })),
  );
}
