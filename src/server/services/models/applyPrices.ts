import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { storeDuePrices } from '#server/services/models/storeSetting.ts';
import { askForPublish } from '#server/services/publishing/queue/askForPublish.ts';

/**
 * Stores prices whose moment has passed, and has the site published that shows them. Servers count them by themselves
 * from their moment on. Returns the models.
 */
export async function applyPrices(database: Database): Promise<string[]> {
  const { rowCount } = await database.query.execute(sql`
    select from model_price where applied is null and withdrawn is null and starts <= now() limit 1`);
  if (rowCount === 0) return [];
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table model_setting in share row exclusive mode`);
    const models = await storeDuePrices(transaction);
    if (models.length > 0) {
      await askForPublish(transaction, { by: 'prices of models', isAutomatic: true });
    }
    return models;
  });
}
