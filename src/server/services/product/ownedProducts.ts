import { sql } from 'drizzle-orm';
import type { Product } from '#domain/plans.ts';
import type { Executor } from '#server/db/connect.ts';

/**
 * The products of a user: a plan until it ends, also one that waits for its start; a pack while credits of it remain.
 */
export async function ownedProducts(
  query: Executor,
  userId: string,
  now: Date,
): Promise<Set<Product>> {
  const { rows } = await query.execute<{ product: Product }>(sql`
    select product from plan_term where user_id = ${userId} and ends > ${now.toISOString()}
    union select product from credit_lot
      where user_id = ${userId} and product is not null and ends is null and remaining > 0`);
  return new Set(rows.map(({ product }) => product));
}
