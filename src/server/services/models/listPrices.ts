import { type SQL, eq } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { modelPrice } from '#server/db/schema/modelPrices.ts';

/** Lists past and coming prices of a model, or of all, by model and time, including withdrawn ones. */
export function listPrices(
  { database: { query } }: CorePlatform,
  model: string | undefined,
): Promise<(typeof modelPrice.$inferSelect)[]> {
  const only: SQL | undefined = model === undefined ? undefined : eq(modelPrice.model, model);
  return query
    .select()
    .from(modelPrice)
    .where(only)
    .orderBy(modelPrice.model, modelPrice.starts, modelPrice.id);
}
