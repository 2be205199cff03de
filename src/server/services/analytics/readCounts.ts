import { and, asc, desc, eq, gte, lt } from 'drizzle-orm';
import { analyticsKeptDays } from '#domain/operation/analytics.ts';
import { addDays, dayOf } from '#domain/dates.ts';
import type { CorePlatform } from '#server/context.ts';
import { deleteInBatches } from '#server/db/deleteInBatches.ts';
import { analyticsCount } from '#server/db/schema/analytics.ts';

export type AnalyticsCount = typeof analyticsCount.$inferSelect;

/** Returns the counts of the last `days` days including today, the newest day first, frequent labels first. */
export async function readCounts(
  { database, now }: CorePlatform,
  { days, category }: { days: number; category?: string | undefined },
): Promise<AnalyticsCount[]> {
  const first = addDays(dayOf(now()), 1 - days);
  return database.query
    .select()
    .from(analyticsCount)
    .where(
      and(
        gte(analyticsCount.day, first),
        category === undefined ? undefined : eq(analyticsCount.category, category),
      ),
    )
    .orderBy(
      desc(analyticsCount.day),
      asc(analyticsCount.category),
      desc(analyticsCount.count),
      asc(analyticsCount.label),
    );
}

/** Deletes counts older than the privacy policy allows. Returns their number. */
export async function deleteOldCounts({ database, now }: CorePlatform): Promise<number> {
  const oldest = addDays(dayOf(now()), -analyticsKeptDays);
  return deleteInBatches(database.query, analyticsCount, lt(analyticsCount.day, oldest));
}
