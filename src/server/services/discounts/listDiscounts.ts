import { desc, eq, sql } from 'drizzle-orm';
import type { Platform } from '#server/context.ts';
import { discountBatch, discountCode } from '#server/db/schema/discounts.ts';

/** Discount codes that were issued together, and what became of them. Each is used, revoked, expired or open. */
export type DiscountList = {
  /** `null` for the rewards of shared posts. */
  batch: number | null;
  note: string | null;
  percentOff: number;
  expires: Date;
  reward: number | null;
  issued: number;
  used: number;
  revoked: number;
  expired: number;
  open: number;
};

/** Lists the newest batches of discount codes, and the rewards of shared posts by their days. */
export async function listDiscounts(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  limit: number,
): Promise<DiscountList[]> {
  const { batchId, percentOff, expires, reward, used, revoked, created } = discountCode;
  const isUnused = sql`${used} is null and ${revoked} is null`;
  const isOver = sql`${expires} <= ${now().toISOString()}`;
  const countWhere = (condition: ReturnType<typeof sql>) =>
    sql`count(*) filter (where ${condition})`.mapWith(Number);
  const lastDay = sql`(${expires} at time zone 'UTC')::date`;
  return database.query
    .select({
      batch: batchId,
      note: discountBatch.note,
      percentOff,
      expires: sql`max(${expires})`.mapWith(expires),
      reward,
      issued: sql`count(*)`.mapWith(Number),
      used: countWhere(sql`${used} is not null`),
      revoked: countWhere(sql`${revoked} is not null`),
      expired: countWhere(sql`${isUnused} and ${isOver}`),
      open: countWhere(sql`${isUnused} and not ${isOver}`),
    })
    .from(discountCode)
    .leftJoin(discountBatch, eq(discountBatch.id, batchId))
    .groupBy(batchId, discountBatch.note, percentOff, lastDay, reward)
    .orderBy(desc(sql`max(${created})`), desc(batchId))
    .limit(limit);
}
