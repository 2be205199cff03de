import { randomUUID } from 'node:crypto';
import type { Product } from '#domain/plans.ts';
import type { Database } from '#server/db/connect.ts';
import { grantCredits } from '#server/services/credits/grant.ts';

const week = 7 * 86_400_000;

/** Gives a user a plan, or a pack, as an order does; a plan ends in a week unless `ends` says when. */
export async function grantProduct(
  database: Database,
  userId: string,
  product: Product,
  ends: Date | null = new Date(Date.now() + week),
): Promise<void> {
  await database.transaction((transaction) =>
    grantCredits(transaction, {
      userId,
      amount: 20,
      source: { type: 'order', id: randomUUID() },
      reason: 'order',
      product,
      ends,
    }),
  );
}
