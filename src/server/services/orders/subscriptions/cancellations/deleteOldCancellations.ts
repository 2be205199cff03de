import { and, eq, lt } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { planCancellation } from '#server/db/schema/plans.ts';

/** Days for which a cancellation without a plan is kept. The others are kept with the books. */
const keptDays = 180;

/** Deletes old cancellations of addresses without a plan. They prove nothing and contain personal data. */
export async function deleteOldCancellations({ database, now }: CorePlatform): Promise<void> {
  const oldest = new Date(now().getTime() - keptDays * 86_400_000);
  await database.query
    .delete(planCancellation)
    .where(and(eq(planCancellation.state, 'nothing'), lt(planCancellation.received, oldest)));
}
