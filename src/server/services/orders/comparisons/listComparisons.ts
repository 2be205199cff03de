import { desc, eq } from 'drizzle-orm';
import type { Day } from '#domain/dates.ts';
import type { CorePlatform } from '#server/context.ts';
import { paymentComparison } from '#server/db/schema/paymentComparisons.ts';

type Row = typeof paymentComparison.$inferSelect;

/** Returns the newest comparisons, or those of a day. */
export function listComparisons(
  { database: { query } }: CorePlatform,
  { day, limit }: { day?: Day | undefined; limit: number },
): Promise<Row[]> {
  const { method, subject, currency } = paymentComparison;
  return query
    .select()
    .from(paymentComparison)
    .where(day === undefined ? undefined : eq(paymentComparison.day, day))
    .orderBy(desc(paymentComparison.day), method, desc(subject), currency)
    .limit(limit);
}
