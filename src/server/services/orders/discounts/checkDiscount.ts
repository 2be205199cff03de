import type { Offer } from '#contract/orders/orders.ts';
import type { Product } from '#domain/plans/plans.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { findDiscount } from '#server/services/orders/discounts/findDiscount.ts';
import { discountLimits } from '#server/services/limits/limits.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import { listOffers } from '#server/services/orders/checkout/listOffers.ts';

/** The discount of a code, and a product's prices with it. */
export type CheckedDiscount = { percentOff: number; items: Offer[] };

/**
 * Returns a product's prices for the acting user with a discount code, without using the code. Throws `not_signed_in`,
 * the refusals of `findDiscount`, and `too_many_requests`.
 */
export async function checkDiscount(
  context: Context,
  product: Product,
  typed: string,
): Promise<CheckedDiscount> {
  const userId = signedInUser(context);
  await takePoints(context, [{ limit: discountLimits.check, by: userId }]);
  const found = await context.database.transaction((transaction) =>
    findDiscount(transaction, context, userId, typed),
  );
  if ('refusal' in found) throw found.refusal;
  const { percentOff } = found.code;
  return { percentOff, items: listOffers(context, product, percentOff) };
}
