import type { Day } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import type { analyticsCount } from '#server/db/schema/analytics.ts';
import { type Statement, execute } from '#server/db/statement.ts';

/*
 * Raw and prepared, because every page sends its events, and they are one statement (docs/decisions/035-counts-of-pages.md).
 */

type Counts = Pick<typeof analyticsCount.$inferSelect, 'category' | 'label' | 'count'>;

/**
 * Sorted, so that two servers lock the same rows in the same order. In the category $6, a label that is new after $5 others
 * of the day counts as `other`; two that come at the same moment may both be the last.
 */
const statement: Statement = {
  name: 'add_analytics_counts',
  text: `
    insert into analytics_count (day, category, label, count)
    select $1::date, category, label, sum(count) from (
      select e.category, e.count, case
        when e.category <> $6::text then e.label
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

/** Adds to the counts of a day. The category `limited` has at most `most` different labels a day, and `other`. */
export async function addCounts(
  executor: Executor,
  day: Day,
  counts: readonly Counts[],
  { category, most }: { category: string; most: number },
): Promise<void> {
  await execute(executor, statement, [
    day,
    counts.map((one) => one.category),
    counts.map(({ label }) => label),
    counts.map(({ count }) => count),
    most,
    category,
  ]);
}
