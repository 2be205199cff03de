import { and, eq } from 'drizzle-orm';
import { type Context, type CorePlatform, signedInUser } from '#server/context.ts';
import { findRow } from '#server/db/findRow.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { AppError } from '#server/errors.ts';
import { PaymentUnknownError } from '#server/gateways/payments/payments.ts';
import {
  type SubscriptionRow,
  findLiveSubscription,
} from '#server/services/orders/subscriptions/findSubscription.ts';
import type { OrderRow } from '#server/services/orders/order.ts';
import { subscriptionLimits } from '#server/services/limits/limits.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';

/** The longest wait for the changes of a subscription that came before, in milliseconds. */
const longestWait = 25_000;

/** The last change of each subscription that this process is making. */
const running = new Map<string, Promise<unknown>>();

/**
 * Returns the subscription of the acting user, and counts the request for the limit of changes. Throws `not_signed_in`,
 * `no_plan` when no plan renews itself, and `too_many_requests`.
 */
export async function requireLivePlan(context: Context): Promise<SubscriptionRow> {
  const userId = signedInUser(context);
  await takePoints(context, [{ limit: subscriptionLimits.change, by: userId }]);
  const live = await findLiveSubscription(context.database.query, userId);
  if (!live) throw new AppError('no_plan', 'No plan renews itself');
  return live;
}

/**
 * Throws `change_running` while an upgrade of the plan is being charged, because later changes depend on its outcome.
 */
export async function refuseWhileUpgrading(context: Context, live: SubscriptionRow): Promise<void> {
  if (await findRunningUpgrade(context, live.id)) {
    throw new AppError('change_running', 'An upgrade of this plan is being charged');
  }
}

/** Returns the order of an upgrade that is being charged. */
export async function findRunningUpgrade(
  { database }: CorePlatform,
  subscriptionId: string,
): Promise<OrderRow | undefined> {
  return findRow(
    database.query,
    paymentOrder,
    and(
      eq(paymentOrder.subscriptionId, subscriptionId),
      eq(paymentOrder.kind, 'upgrade'),
      eq(paymentOrder.state, 'pending'),
    ),
  );
}

/**
 * Runs a provider's call for a user, after the user's earlier ones: at the same time each would make the others ask
 * again. Throws `payment_unavailable` when the provider cannot be reached.
 */
export async function askForUser<Result>(
  { log }: CorePlatform,
  live: SubscriptionRow,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await runInTurn(live.id, call);
  } catch (error) {
    if (!(error instanceof PaymentUnknownError)) throw error;
    log.warn({ subscription: live.id, method: live.method }, 'a plan could not be changed');
    throw new AppError('payment_unavailable', 'The payment provider cannot be reached, try again');
  }
}

/**
 * Runs a user's changes of one subscription in this process one after the other. At the same time each would make the
 * others start again, because their answers may be older. Throws `PaymentUnknownError` after a long wait; the change is then
 * not made. `work` must not call this function for the same subscription.
 */
async function runInTurn<Result>(
  subscriptionId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
  }, longestWait);
  const result = (running.get(subscriptionId) ?? Promise.resolve()).then(() => {
    clearTimeout(timer);
    if (isLate) throw new PaymentUnknownError('Too many changes of this subscription wait');
    return work();
  });
  const ended = result.catch(() => undefined);
  running.set(subscriptionId, ended);
  try {
    return await result;
  } finally {
    if (running.get(subscriptionId) === ended) running.delete(subscriptionId);
  }
}
