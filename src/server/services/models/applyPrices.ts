import { and, isNull, sql } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { lockTable } from '#server/db/locks.ts';
import { storeDuePrices } from '#server/db/queries/modelPrices.ts';
import { modelSetting } from '#server/db/schema/chat.ts';
import { modelPrice } from '#server/db/schema/modelPrices.ts';
import { requestPublish } from '#server/services/publishRequests/requestPublish.ts';

/**
 * Stores due prices, and requests a publish of the site that shows them. Servers apply prices on time by themselves.
 * Returns the ids of the models.
 */
export async function applyPrices({ database }: CorePlatform): Promise<string[]> {
  const [due] = await database.query
    .select({ id: modelPrice.id })
    .from(modelPrice)
    .where(
      and(
        isNull(modelPrice.applied),
        isNull(modelPrice.withdrawn),
        sql`${modelPrice.starts} <= now()`,
      ),
    )
    .limit(1);
  if (!due) return [];
  return database.transaction(async (transaction) => {
    await lockTable(transaction, modelSetting);
    const models = await storeDuePrices(transaction);
    if (models.length > 0) {
      await requestPublish(transaction, { by: 'prices of models', isAutomatic: true });
    }
    return models;
  });
}
