import { dayOf } from '#domain/dates.ts';
import type { Currency } from '#domain/money.ts';
import { orderMinutes } from '#domain/orders.ts';
import { isPlan } from '#domain/planTerms.ts';
import { type Product, creditsOf } from '#domain/plans.ts';
import { quote } from '#domain/quote.ts';
import { hasWithdrawal } from '#domain/sellerLaw.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import type { discountCode } from '#server/db/schema/discounts.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { AppError } from '#server/errors.ts';
import { findDiscount } from '#server/services/discounts/findDiscount.ts';
import { useDiscount } from '#server/services/discounts/useDiscount.ts';
import { orderLimits } from '#server/services/limits/limits.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import { findLiveSubscription } from '#server/services/orders/findSubscription.ts';
import { methodsFor } from '#server/services/orders/methodsFor.ts';
import { type OrderRow, findOrderByRequest } from '#server/services/orders/order.ts';

export type NewOrder = {
  requestId: string;
  product: Product;
  currency: Currency;
  /** The price that the buyer saw. */
  amount?: number | undefined;
  /** A discount code as the buyer typed it. */
  code?: string | undefined;
  /** Whether the buyer wants the credits at once, and waives the right of withdrawal for used credits. */
  waives: boolean;
};

/**
 * Creates an order of the acting user at today's price, which the order keeps. The request id is the idempotency key.
 * Throws `not_signed_in`, `waiver_missing` when the seller's country requires the waiver, `not_for_sale` for a product
 * without a price here, `offer_changed` when the price is not the one that the buyer saw, the refusals of
 * `findDiscount` for a code, `already_subscribed` when a plan renews itself already, `request_id_reused` for another
 * order with the same request id, and `too_many_requests`.
 */
export async function createOrder(context: Context, wanted: NewOrder): Promise<OrderRow> {
  const userId = signedInUser(context);
  const known = await findByRequest(context, userId, wanted);
  if (known) return known;
  const { product, currency } = wanted;
  const price = quote({ product, currency, day: dayOf(context.now()) });
  if (!price || methodsFor(context.payments, currency).length === 0) {
    throw new AppError('not_for_sale', `${product} cannot be bought in ${currency} here`);
  }
  if (!wanted.waives && hasWithdrawal(context.config.operator.sellerCountry)) {
    throw new AppError('waiver_missing', 'waiver: the credits must be wanted at once');
  }
  if (isPlan(product)) await refuseSubscriber(context, userId);
  await takePoints(context, [{ limit: orderLimits.create, by: userId }]);
  const outcome = await context.database.transaction(async (transaction): Promise<Outcome> => {
    const { code: typed } = wanted;
    if (typed === undefined) return insertOrder(context, transaction, userId, wanted);
    const found = await findDiscount(context, transaction, userId, typed);
    if ('refusal' in found) return found;
    const inserted = await insertOrder(context, transaction, userId, wanted, found.code);
    if (inserted.order) await useDiscount(transaction, found.code.id, inserted.order);
    return inserted;
  });
  const stored = outcome.order ?? (await findByRequest(context, userId, wanted));
  if (stored) return stored;
  throw outcome.refusal ?? new Error('The order was not stored');
}

/** Without an order, a request with the same id was faster or the code was refused. */
type Outcome = { order?: OrderRow | undefined; refusal?: AppError };

async function insertOrder(
  context: Context,
  transaction: Executor,
  userId: string,
  { product, currency, requestId, amount, waives }: NewOrder,
  code?: Pick<typeof discountCode.$inferSelect, 'id' | 'percentOff'>,
): Promise<Outcome> {
  const now = context.now();
  const codePercentOff = code?.percentOff;
  const price = quote({ product, currency, day: dayOf(now), codePercentOff });
  if (!price) throw new AppError('not_for_sale', `${product} cannot be bought in ${currency} here`);
  if (amount !== undefined && amount !== price.total) {
    throw new AppError('offer_changed', 'The price is another one today', { amount: price.total });
  }
  const [order] = await transaction
    .insert(paymentOrder)
    .values({
      userId,
      requestId,
      kind: 'purchase',
      product,
      credits: creditsOf(product),
      currency,
      amount: price.total,
      regular: price.regular,
      steps: price.steps,
      following: price.following,
      discountCode: code?.id ?? null,
      waived: waives ? now : null,
      expires: new Date(now.getTime() + orderMinutes * 60_000),
      created: now,
    })
    .onConflictDoNothing()
    .returning();
  return { order };
}

async function findByRequest(
  { database }: Context,
  userId: string,
  { requestId, product, currency }: NewOrder,
): Promise<OrderRow | undefined> {
  const order = await findOrderByRequest(database.query, userId, requestId);
  if (order && (order.product !== product || order.currency !== currency)) {
    throw new AppError('request_id_reused', 'This request id belongs to another order');
  }
  return order;
}

/** Only an early refusal: of two plans that are paid at the same moment, `payOrder` quarantines the second. */
async function refuseSubscriber({ database }: Context, userId: string): Promise<void> {
  const live = await findLiveSubscription(database.query, userId);
  if (!live) return;
  throw new AppError('already_subscribed', 'A plan renews itself already', {
    product: live.product,
  });
}
