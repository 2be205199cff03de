import { dayOf } from '#domain/dates.ts';
import type { Currency } from '#domain/pricing/money.ts';
import { orderMinutes } from '#domain/orders/orders.ts';
import { isPlan } from '#domain/plans/planTerms.ts';
import { type Product, creditsOf } from '#domain/plans/plans.ts';
import { type Quote, quote } from '#domain/pricing/quote.ts';
import { hasWithdrawal } from '#domain/orders/sellerLaw.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { AppError } from '#server/errors.ts';
import { refuseLeaving } from '#server/services/users/refuseLeaving.ts';
import { findDiscount } from '#server/services/orders/discounts/findDiscount.ts';
import { useDiscount } from '#server/services/orders/discounts/useDiscount.ts';
import { orderLimits } from '#server/services/limits/limits.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import { askProvider } from '#server/services/orders/payments/askProvider.ts';
import {
  closeCheckouts,
  expireOrder,
  refuseOpenPayment,
} from '#server/services/orders/checkout/closeOrder.ts';
import { findLiveSubscription } from '#server/services/orders/subscriptions/findSubscription.ts';
import { methodsFor, renewingMethodsFor } from '#server/services/orders/checkout/methodsFor.ts';
import {
  findOpenOrders,
  findSame,
  noteRequest,
} from '#server/services/orders/checkout/openOrders.ts';
import { type OrderRow, findOrderByRequest } from '#server/services/orders/order.ts';
import { refuseInterruption } from '#server/services/orders/checkout/refuseInterruption.ts';

export type NewOrder = {
  requestId: string;
  product: Product;
  currency: Currency;
  /** The price that the buyer saw. */
  amount?: number | undefined;
  /** A discount code as the buyer typed it. */
  code?: string | undefined;
  /** Whether the buyer requests the credits at once, and waives the right of withdrawal for used credits. */
  waives: boolean;
};

/** The most tries while other requests of the user open checkouts. */
const mostTries = 3;

/**
 * Creates an order of the acting user at today's price, which the order keeps. The request id is the idempotency key. A
 * user has one open order of a product: a request for the same is given that order, and one with another currency, code
 * or price replaces it, after its checkouts were ended at their providers. Throws `not_signed_in`, `waiver_missing` when
 * the seller's country requires the waiver, `not_for_sale` for a product without a price here, `offer_changed` when the
 * price is not the one that the buyer saw, the refusals of `findDiscount` for a code, `already_subscribed` when a plan
 * renews itself already, `larger_plan_runs` when the plan could only renew itself and would interrupt Pro,
 * `account_leaving`, `request_id_reused` for another order with the same request id, `payment_running` and
 * `payment_unavailable` when the open order cannot be ended, and `too_many_requests`.
 */
export async function createOrder(context: Context, requested: NewOrder): Promise<OrderRow> {
  const userId = signedInUser(context);
  const { query } = context.database;
  const known = await findByRequest(query, userId, requested);
  if (known) return known;
  const { product, currency } = requested;
  const price = quote({ product, currency, day: dayOf(context.now()) });
  if (!price || methodsFor(context.payments, currency).length === 0) {
    throw new AppError('not_for_sale', `${product} cannot be bought in ${currency} here`);
  }
  if (!requested.waives && hasWithdrawal(context.config.operator.sellerCountry)) {
    throw new AppError('waiver_missing', 'waiver: the credits must be wanted at once');
  }
  if (isPlan(product)) await refuseSubscriber(context, userId);
  const methods = methodsFor(context.payments, currency);
  const renewing = renewingMethodsFor(context.payments, currency);
  if (methods.length === renewing.length) await refuseInterruption(context, userId, product);
  await takePoints(context, [{ limit: orderLimits.create, by: userId }]);
  await askAboutOpen(context, userId, product);
  let blocking = '';
  for (let tries = 0; tries < mostTries; tries += 1) {
    const outcome = await context.database.transaction((transaction) =>
      storeOrder(transaction, context, userId, requested),
    );
    if ('order' in outcome) return outcome.order;
    if ('refusal' in outcome) throw outcome.refusal;
    ({ blocking } = outcome);
    if (!(await closeCheckouts(context, blocking))) break;
    // The replaced order may have been paid meanwhile.
    if (isPlan(product)) await refuseSubscriber(context, userId);
  }
  return refuseOpenPayment(context, blocking);
}

/** Asks the provider about the open order of a product: one that was paid meanwhile is not reused. */
async function askAboutOpen(context: Context, userId: string, product: Product): Promise<void> {
  const open = await findOpenOrders(context.database.query, userId, product, context.now());
  for (const { id, state } of open) if (state === 'pending') await askProvider(context, id);
}

/**
 * The refusal of a code is returned and not thrown, because the transaction must commit the guess that it counts.
 * `blocking`: the id of an open order whose checkouts must be ended first.
 */
type Outcome = { order: OrderRow } | { refusal: AppError } | { blocking: string };

/** Everything is checked before an open order is replaced. The lock of the user orders the requests of several tabs. */
async function storeOrder(
  transaction: Executor,
  context: Context,
  userId: string,
  requested: NewOrder,
): Promise<Outcome> {
  await refuseLeaving(transaction, userId);
  const known = await findByRequest(transaction, userId, requested);
  if (known) return { order: known };
  const { code: typed, product, requestId } = requested;
  const now = context.now();
  const open = await findOpenOrders(transaction, userId, product, now);
  const same = await findSame(transaction, context, open, requested);
  if (same) return { order: await noteRequest(transaction, same, requested, now) };
  const replaced = open.map(({ id }) => id);
  const found =
    typed === undefined
      ? undefined
      : await findDiscount(transaction, context, userId, typed, replaced);
  if (found && 'refusal' in found) return found;
  const price = priceOf(requested, now, found?.code.percentOff);
  for (const id of replaced) {
    if (!(await expireOrder(transaction, id))) return { blocking: id };
  }
  const [order] = await transaction
    .insert(paymentOrder)
    .values({
      userId,
      requestId,
      kind: 'purchase',
      product,
      credits: creditsOf(product, dayOf(now)),
      currency: requested.currency,
      amount: price.total,
      regular: price.regular,
      steps: price.steps,
      following: price.following,
      discountCode: found?.code.id ?? null,
      waived: requested.waives ? now : null,
      expires: new Date(now.getTime() + orderMinutes * 60_000),
      created: now,
    })
    .returning();
  if (!order) throw new Error('The order was not stored');
  if (found) await useDiscount(transaction, found.code.id, order);
  return { order };
}

/** Returns today's price. Throws when the buyer saw another one. */
function priceOf(
  { product, currency, amount }: NewOrder,
  now: Date,
  codePercentOff: number | undefined,
): Quote {
  const price = quote({ product, currency, day: dayOf(now), codePercentOff });
  if (!price) throw new AppError('not_for_sale', `${product} cannot be bought in ${currency} here`);
  if (amount !== undefined && amount !== price.total) {
    throw new AppError('offer_changed', 'The price is another one today', { amount: price.total });
  }
  return price;
}

async function findByRequest(
  executor: Executor,
  userId: string,
  { requestId, product, currency }: NewOrder,
): Promise<OrderRow | undefined> {
  const order = await findOrderByRequest(executor, userId, requestId);
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
