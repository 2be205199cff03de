import { randomUUID } from 'node:crypto';
import type { Product } from '#domain/plans/plans.ts';
import { isPlan } from '#domain/plans/planTerms.ts';
import type { Database } from '#server/db/connect.ts';
import { planTerm } from '#server/db/schema/credits.ts';
import { grantCredits } from '#server/services/credits/grant.ts';

const week = 7 * 86_400_000;

/** Gives a user a plan, or a pack, as an order does; a plan ends in a week unless `ends` is given. */
export async function grantProduct(
  database: Database,
  userId: string,
  product: Product,
  ends = new Date(Date.now() + week),
): Promise<void> {
  const source = { type: 'order', id: randomUUID() } as const;
  const lotEnds = isPlan(product) ? ends : null;
  await database.transaction(async (transaction) => {
    const lot = { userId, amount: 20, source, reason: 'order', product, ends: lotEnds };
    await grantCredits(transaction, lot);
    if (!isPlan(product)) return;
    const starts = new Date(Math.min(Date.now(), Number(ends)) - week);
    const [sourceType, sourceId] = [source.type, source.id];
    const term = { userId, product, credits: 20, starts, ends, sourceType, sourceId };
    await transaction.insert(planTerm).values(term);
  });
}
