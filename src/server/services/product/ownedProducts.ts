import { type SQL, and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm';
import type { Product } from '#domain/plans.ts';
import type { Executor } from '#server/db/connect.ts';
import { creditLot } from '#server/db/schema/credits.ts';

/** What a user has: a plan until its credits end, a pack while credits of it remain. */
export async function ownedProducts(
  query: Executor,
  userId: string,
  now: Date,
): Promise<Set<Product>> {
  const rows = await query
    .selectDistinct({ product: creditLot.product })
    .from(creditLot)
    .where(ownedLots(userId, now));
  return new Set(rows.map(({ product }) => product as Product));
}

/** The lots that such products came with. */
function ownedLots(userId: string, now: Date): SQL | undefined {
  const isOpen = or(
    gt(creditLot.ends, now),
    and(isNull(creditLot.ends), gt(creditLot.remaining, 0)),
  );
  return and(eq(creditLot.userId, userId), isNotNull(creditLot.product), isOpen);
}
