import { desc, eq, sql } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { discountBatch, discountCode } from '#server/db/schema/discounts.ts';
import { codeCounts } from '#server/services/codes/codeBatches.ts';

/** Discount codes that were issued together, with their number in each state. `batch` is `null` for rewards of shared posts. */
export type DiscountList = Awaited<ReturnType<typeof listDiscounts>>[number];

/** Lists the newest batches of discount codes, and the rewards of shared posts by day. */
export async function listDiscounts({ database, now }: CorePlatform, limit: number) {
  const { batchId, percentOff, expires, reward, created } = discountCode;
  const lastDay = sql`(${expires} at time zone 'UTC')::date`;
  return database.query
    .select({
      batch: batchId,
      note: discountBatch.note,
      percentOff,
      expires: sql`max(${expires})`.mapWith(expires),
      reward,
      ...codeCounts(discountCode, now()),
    })
    .from(discountCode)
    .leftJoin(discountBatch, eq(discountBatch.id, batchId))
    .groupBy(batchId, discountBatch.note, percentOff, lastDay, reward)
    .orderBy(desc(sql`max(${created})`), desc(batchId))
    .limit(limit);
}
