import { and, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { lockTable } from '#server/db/locks.ts';
import { storeDuePrices } from '#server/db/queries/modelPrices.ts';
import { modelSetting } from '#server/db/schema/chat.ts';
import { modelPrice } from '#server/db/schema/modelPrices.ts';
import { askForPublish } from '#server/services/publishing/queue/askForPublish.ts';

/**
 * Stores prices whose moment has passed, and has the site published that shows them. Servers count them by themselves
 * from their moment on. Returns the models.
 */
export async function applyPrices(database: Database): Promise<string[]> {
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
      await askForPublish(transaction, { by: 'prices of models', isAutomatic: true });
    }
    return models;
  });
}
