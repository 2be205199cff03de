import { and, eq, ne } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import type { Currency } from '#domain/money.ts';
import { orderMinutes } from '#domain/orders.ts';
import { isPlan } from '#domain/planTerms.ts';
import { type Product, creditsOf } from '#domain/plans.ts';
import { quote } from '#domain/quote.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { paymentOrder, subscription } from '#server/db/schema/orders.ts';
import { AppError } from '#server/errors.ts';
import { takePoints } from '#server/services/login/limits.ts';
import { methodsFor } from '#server/services/orders/methodsFor.ts';
import type { OrderRow } from '#server/services/orders/order.ts';

export type NewOrder = {
  requestId: string;
  product: Product;
  currency: Currency;
  /** The price that the buyer saw. */
  amount?: number | undefined;
  /** Whether the buyer wants the credits at once and gives up the right of withdrawal for those used. */
  waives: boolean;
};

const limit = { name: 'order_create', points: 60, seconds: 3_600 };

/**
 * Orders a product for the acting user at today's price, which the order keeps. The same request id finds the same order.
 * Throws `not_signed_in`, `not_for_sale` for what has no price here, `offer_changed` where the price is not the one that
 * the buyer saw, `already_subscribed` where a plan renews itself already, `request_id_reused` for another order under the
 * same id, and `too_many_requests`.
 */
export async function createOrder(context: Context, wanted: NewOrder): Promise<OrderRow> {
  const userId = signedInUser(context);
  const { query } = context.database;
  const known = await findByRequest(context, userId, wanted);
  if (known) return known;
  const now = context.now();
  const { product, currency, requestId } = wanted;
  const price = quote({ product, currency, day: dayOf(now) });
  if (!price || methodsFor(context.payments, currency).length === 0) {
    throw new AppError('not_for_sale', `${product} cannot be bought in ${currency} here`);
  }
  if (wanted.amount !== undefined && wanted.amount !== price.total) {
    throw new AppError('offer_changed', 'The price is another one today', { amount: price.total });
  }
  if (isPlan(product)) await refuseSubscriber(context, userId);
  await takePoints(context, [{ limit, by: userId }]);
  const [order] = await query
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
      waived: wanted.waives ? now : null,
      expires: new Date(now.getTime() + orderMinutes * 60_000),
      created: now,
    })
    .onConflictDoNothing()
    .returning();
  const stored = order ?? (await findByRequest(context, userId, wanted));
  if (!stored) throw new Error('The order was not stored');
  return stored;
}

async function findByRequest(
  { database }: Context,
  userId: string,
  { requestId, product, currency }: NewOrder,
): Promise<OrderRow | undefined> {
  const [order] = await database.query
    .select()
    .from(paymentOrder)
    .where(and(eq(paymentOrder.userId, userId), eq(paymentOrder.requestId, requestId)));
  if (order && (order.product !== product || order.currency !== currency)) {
    throw new AppError('request_id_reused', 'This request id belongs to another order');
  }
  return order;
}

/** Only a hint: two orders that are paid at the same moment are told apart when they are. */
async function refuseSubscriber({ database }: Context, userId: string): Promise<void> {
  const [live] = await database.query
    .select({ product: subscription.product })
    .from(subscription)
    .where(and(eq(subscription.userId, userId), ne(subscription.state, 'ended')));
  if (!live) return;
  throw new AppError('already_subscribed', 'A plan renews itself already', {
    product: live.product,
  });
}
