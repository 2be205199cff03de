import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { modelPrice } from '#server/db/schema/modelPrices.ts';

/** Records a price that is valid from now on, for the list of prices. The caller stores it in `model_setting`. */
export async function recordPrice(
  transaction: Executor,
  model: string,
  price: number,
  reason: string,
): Promise<void> {
  const now = sql`now()`;
  await transaction.insert(modelPrice).values({ model, price, reason, starts: now, applied: now });
}

export async function withdrawPrices(transaction: Executor, model: string): Promise<void> {
  await transaction
    .update(modelPrice)
    .set({ withdrawn: sql`now()` })
    .where(
      sql`${modelPrice.model} = ${model} and ${modelPrice.applied} is null and ${modelPrice.withdrawn} is null`,
    );
}
