import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm';
import type { ProductStatus } from '#contract/product.ts';
import type { Product } from '#domain/plans.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { creditLot } from '#server/db/schema/credits.ts';

/**
 * What the acting user has: a plan until its credits end, a pack while credits of it remain.
 * Throws `not_signed_in`.
 */
export async function getProduct(context: Context): Promise<ProductStatus> {
  const isOpen = or(
    gt(creditLot.ends, context.now()),
    and(isNull(creditLot.ends), gt(creditLot.remaining, 0)),
  );
  const rows = await context.database.query
    .selectDistinct({ product: creditLot.product })
    .from(creditLot)
    .where(and(eq(creditLot.userId, signedInUser(context)), isNotNull(creditLot.product), isOpen));
  const owned = new Set(rows.map(({ product }) => product));
  const status = (product: Product) => ({ subscribed: owned.has(product) });
  return {
    basic: { month: status('basic_month'), year: status('basic_year') },
    pro: { month: status('pro_month'), year: status('pro_year') },
    credit: { '500': status('credit_500'), '1000': status('credit_1000') },
  };
}
