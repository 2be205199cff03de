import { and, eq } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import type { PlanProduct } from '#domain/plans/planTerms.ts';
import { creditsOf } from '#domain/plans/plans.ts';
import type { Quote } from '#domain/pricing/quote.ts';
import type { Context, CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { paymentOrder, subscription } from '#server/db/schema/orders.ts';
import { AppError, redactedError } from '#server/errors.ts';
import { PaymentDeclinedError } from '#server/gateways/payments/payments.ts';
import { refuseLeaving } from '#server/services/users/refuseLeaving.ts';
import type { SubscriptionRow } from '#server/services/orders/subscriptions/findSubscription.ts';
import { type OrderRow, findOrderById } from '#server/services/orders/order.ts';
import { productNameFor } from '#server/services/orders/productName.ts';
import { payUpgrade } from '#server/services/orders/subscriptions/payUpgrade.ts';
import { subscriptionGateway } from '#server/services/orders/subscriptions/refreshSubscription.ts';

export type RequestedChange = {
  requestId: string;
  product: PlanProduct;
  /** The price that the user saw. */
  amount: number;
  /**
   * Whether the user requests the credits of an upgrade at once, and waives the right of withdrawal for used credits.
   */
  waives: boolean;
};

/** Minutes for which a repeated request can charge an upgrade. Later, only a charge that was made is looked up. */
const minutes = 15;

/**
 * Stores the order of an upgrade before the provider is asked, so that a charge whose response is lost is found again.
 * Throws `account_leaving`, and `change_running` when another upgrade of the plan was stored, or charged, at the same
 * moment.
 */
export async function storeUpgrade(
  { database, now }: Context,
  live: SubscriptionRow,
  { requestId, product, price, waives }: RequestedChange & { price: Quote },
): Promise<OrderRow> {
  const created = now();
  const insert = async (transaction: Executor) => {
    await refuseLeaving(transaction, live.userId);
    await refuseChanged(transaction, live);
    return transaction
      .insert(paymentOrder)
      .values({
        userId: live.userId,
        requestId,
        kind: 'upgrade',
        product,
        credits: creditsOf(product, dayOf(created)),
        currency: price.currency,
        amount: price.total,
        regular: price.regular,
        steps: price.steps,
        following: price.following,
        state: 'pending',
        method: live.method,
        subscriptionId: live.id,
        waived: waives ? created : null,
        expires: new Date(created.getTime() + minutes * 60_000),
        created,
      })
      .onConflictDoNothing()
      .returning();
  };
  const [order] = await database.transaction(insert);
  if (!order) throw new AppError('change_running', 'An upgrade of this plan is being charged');
  return order;
}

/**
 * Throws `change_running` when the plan is another one than the user saw: an upgrade that was charged since would be
 * charged again. Locks the subscription, so that it stays the same until the transaction ends.
 */
async function refuseChanged(transaction: Executor, live: SubscriptionRow): Promise<void> {
  const [now] = await transaction
    .select({ product: subscription.product, state: subscription.state })
    .from(subscription)
    .where(eq(subscription.id, live.id))
    .for('update');
  if (now?.product === live.product && now.state === live.state) return;
  throw new AppError('change_running', 'This plan has just been changed, load it again');
}

/**
 * Asks the provider to charge an upgrade, once for each order, and records the outcome. A declined charge fails the
 * order and leaves the plan as it was. When the provider's response is lost, the order stays pending until
 * `finishChanges`.
 */
export async function chargeUpgrade(
  context: Context,
  live: SubscriptionRow,
  order: OrderRow,
): Promise<OrderRow> {
  const { database, payments, log } = context;
  const { id: changeId, product, amount, currency } = order;
  try {
    const gateway = subscriptionGateway(payments, live.method);
    const description = await productNameFor(database.query, live.userId, product);
    const price = { amount, currency };
    const invoice = await gateway.upgrade(live.providerId, {
      changeId,
      product,
      price,
      description,
    });
    if (invoice.state === 'paid') await payUpgrade(context, changeId, invoice);
  } catch (error) {
    if (error instanceof PaymentDeclinedError) await failUpgrade(context, changeId);
    else log.error({ order: changeId, error: redactedError(error) }, 'an upgrade is unknown');
  }
  return findOrderById(database.query, changeId);
}

/** Marks an upgrade that was not charged as failed. A charge that is found later is still recorded. */
export async function failUpgrade({ database }: CorePlatform, orderId: string): Promise<void> {
  await database.query
    .update(paymentOrder)
    .set({ state: 'failed', failure: 'declined' })
    .where(and(eq(paymentOrder.id, orderId), eq(paymentOrder.state, 'pending')));
}
