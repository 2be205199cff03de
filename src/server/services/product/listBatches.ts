import { desc, eq, sql } from 'drizzle-orm';
import type { CodeGrant } from '#domain/giftCodes.ts';
import type { Platform } from '#server/context.ts';
import { redemptionBatch, redemptionCode } from '#server/db/schema/credits.ts';

/** Codes that were issued together, and what became of them. Each is redeemed, revoked, expired or open. */
export type CodeBatch = CodeGrant & {
  id: number;
  note: string | null;
  created: Date;
  expires: Date | null;
  issued: number;
  redeemed: number;
  revoked: number;
  expired: number;
  open: number;
};

/** Lists the newest batches of gift codes. */
export async function listBatches(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  limit: number,
): Promise<CodeBatch[]> {
  const { redeemed, revoked, expires } = redemptionCode;
  const isUnused = sql`${redeemed} is null and ${revoked} is null`;
  const isOver = sql`coalesce(${expires} <= ${now().toISOString()}, false)`;
  const countWhere = (condition: ReturnType<typeof sql>) =>
    sql`count(*) filter (where ${condition})`.mapWith(Number);
  return database.query
    .select({
      id: redemptionBatch.id,
      note: redemptionBatch.note,
      created: redemptionBatch.created,
      credits: redemptionCode.credits,
      product: redemptionCode.product,
      expires,
      issued: sql`count(*)`.mapWith(Number),
      redeemed: countWhere(sql`${redeemed} is not null`),
      revoked: countWhere(sql`${revoked} is not null`),
      expired: countWhere(sql`${isUnused} and ${isOver}`),
      open: countWhere(sql`${isUnused} and not ${isOver}`),
    })
    .from(redemptionBatch)
    .innerJoin(redemptionCode, eq(redemptionCode.batchId, redemptionBatch.id))
    .groupBy(redemptionBatch.id, redemptionCode.credits, redemptionCode.product, expires)
    .orderBy(desc(redemptionBatch.id))
    .limit(limit);
}
