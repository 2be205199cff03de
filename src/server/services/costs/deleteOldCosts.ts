import { sql } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { deleteInBatches } from '#server/db/deleteInBatches.ts';
import { answerCost } from '#server/db/schema/costs.ts';

/** Deletes costs of answers that ended before `COSTS_KEPT_DAYS`. Without it, all are kept. Returns their number. */
export async function deleteOldCosts({ config, database, now }: CorePlatform): Promise<number> {
  const { costsKeptDays = 0 } = config;
  if (costsKeptDays === 0) return 0;
  const oldest = new Date(now().getTime() - costsKeptDays * 86_400_000).toISOString();
  return deleteInBatches(database.query, answerCost, sql`${answerCost.ended} < ${oldest}`);
}
