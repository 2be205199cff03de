import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { type Product, products } from '#domain/plans/plans.ts';
import type { Executor } from '#server/db/connect.ts';
import { creditLot, planTerm } from '#server/db/schema/credits.ts';

/**
 * Returns the products of a user: a plan until it ends, also one that has not started; a pack while some of its credits
 * remain. Lots of packs are those without an end: credits of plans always have one.
 */
export async function ownedProducts(
  query: Executor,
  userId: string,
  now: Date,
): Promise<Set<Product>> {
  const plans = query
    .select({ product: sql<string | null>`${planTerm.product}` })
    .from(planTerm)
    .where(and(eq(planTerm.userId, userId), gt(planTerm.ends, now)));
  const packs = query
    .select({ product: sql<string | null>`${creditLot.product}` })
    .from(creditLot)
    .where(
      and(
        eq(creditLot.userId, userId),
        isNotNull(creditLot.product),
        isNull(creditLot.ends),
        gt(creditLot.remaining, 0),
      ),
    );
  const owned = (await union(plans, packs)).map(({ product }) => product);
  return new Set(products.filter((product) => owned.includes(product)));
}
