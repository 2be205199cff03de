import { desc, eq } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { redemptionBatch, redemptionCode } from '#server/db/schema/credits.ts';
import { codeCounts } from '#server/services/codes/codeBatches.ts';

/** Codes that were issued together, with their number in each state. */
export type CodeBatch = Awaited<ReturnType<typeof listBatches>>[number];

/** Lists the newest batches of gift codes. */
export async function listBatches({ database, now }: CorePlatform, limit: number) {
  const { credits, product, redeemed, revoked, expires } = redemptionCode;
  const { used, ...counts } = codeCounts({ used: redeemed, revoked, expires }, now());
  return database.query
    .select({
      id: redemptionBatch.id,
      note: redemptionBatch.note,
      created: redemptionBatch.created,
      credits,
      product,
      expires,
      ...counts,
      redeemed: used,
    })
    .from(redemptionBatch)
    .innerJoin(redemptionCode, eq(redemptionCode.batchId, redemptionBatch.id))
    .groupBy(redemptionBatch.id, credits, product, expires)
    .orderBy(desc(redemptionBatch.id))
    .limit(limit);
}
