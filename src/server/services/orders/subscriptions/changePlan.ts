import { dayOf } from '#domain/dates.ts';
import { planChangeKind } from '#domain/plans/planChange.ts';
import { quote } from '#domain/pricing/quote.ts';
import { hasWithdrawal } from '#domain/orders/sellerLaw.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { refuseLeaving } from '#server/services/users/refuseLeaving.ts';
import {
  type SubscriptionRow,
  findSubscriptionById,
} from '#server/services/orders/subscriptions/findSubscription.ts';
import { type OrderRow, findOrderByRequest } from '#server/services/orders/order.ts';
import {
  type RequestedChange,
  chargeUpgrade,
  storeUpgrade,
} from '#server/services/orders/subscriptions/chargeUpgrade.ts';
import { downgradePlan } from '#server/services/orders/subscriptions/downgradePlan.ts';
import {
  refuseWhileUpgrading,
  requireLivePlan,
} from '#server/services/orders/subscriptions/livePlan.ts';

/**
 * Changes the acting user's plan: an upgrade is charged in full now, a downgrade waits for the end of the paid period.
 * The request id is the idempotency key of an upgrade: a repeated request returns the same order, and finishes a charge
 * that was interrupted. Returns the order of an upgrade; `undefined` for a downgrade. Throws `not_signed_in`,
 * `no_plan`, `already_subscribed` to this product, `not_for_sale`, `offer_changed` when the price is not the one that
 * the user saw, `plan_past_due` while a bill is open, `change_running` while another upgrade is charged,
 * `account_leaving`, `request_id_reused`,
 * `waiver_missing` when the seller's country requires the waiver, `payment_unavailable` and `too_many_requests`.
 */
export async function changePlan(
  context: Context,
  requested: RequestedChange,
): Promise<OrderRow | undefined> {
  const known = await findUpgrade(context, requested);
  if (known) return repeatUpgrade(context, known);
  const live = await requireLivePlan(context);
  await context.database.transaction((transaction) => refuseLeaving(transaction, live.userId));
  const { product } = requested;
  const kind = planChangeKind(live.product, product);
  if (kind === undefined) {
    throw new AppError('already_subscribed', 'This plan renews itself already', { product });
  }
  if (live.state !== 'active') throw new AppError('plan_past_due', 'A bill of this plan is open');
  const price = priceOf(context, live, requested);
  await refuseWhileUpgrading(context, live);
  if (kind === 'downgrade') {
    await downgradePlan(context, live, { product, amount: price.total });
    return undefined;
  }
  if (!requested.waives && hasWithdrawal(context.config.operator.sellerCountry)) {
    throw new AppError('waiver_missing', 'waiver: the credits must be wanted at once');
  }
  const order = await storeUpgrade(context, live, { ...requested, price });
  return chargeUpgrade(context, live, order);
}

/** Returns today's price of the product. Throws when the user saw another one. */
function priceOf({ now }: Context, { currency }: SubscriptionRow, requested: RequestedChange) {
  const { product, amount } = requested;
  const price = quote({ product, currency, day: dayOf(now()) });
  if (!price) throw new AppError('not_for_sale', `${product} cannot be bought in ${currency} here`);
  if (price.total !== amount) {
    throw new AppError('offer_changed', 'The price is another one today', { amount: price.total });
  }
  return price;
}

async function findUpgrade(
  context: Context,
  { requestId, product }: RequestedChange,
): Promise<OrderRow | undefined> {
  const { query } = context.database;
  const order = await findOrderByRequest(query, signedInUser(context), requestId);
  if (order && (order.kind !== 'upgrade' || order.product !== product)) {
    throw new AppError('request_id_reused', 'This request id belongs to another order');
  }
  return order;
}

/** Charges again, because the first charge may have been interrupted. The provider charges the same order once. */
async function repeatUpgrade(context: Context, order: OrderRow): Promise<OrderRow> {
  if (order.state !== 'pending' || order.subscriptionId === null) return order;
  const live = await findSubscriptionById(context.database.query, order.subscriptionId);
  return live && order.expires > context.now() ? chargeUpgrade(context, live, order) : order;
}
