import { type Product, type Tier, tierOf } from '#domain/plans.ts';
import type { Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';

const reading: Statement = {
  name: 'read_tier',
  text: 'select product from plan_term where user_id = $1 and starts <= $2 and ends > $2',
};

/** Returns the tier of the plans that run now. */
export async function readTier(executor: Executor, userId: string, now: Date): Promise<Tier> {
  const rows = await run<{ product: Product }>(executor, reading, [userId, now]);
  return tierOf(rows.map(({ product }) => product));
}
