import type { Context } from '#server/context.ts';
import type { SubscriptionRow } from '#server/services/orders/findSubscription.ts';
import type { OrderDependencies } from '#server/services/orders/order.ts';
import {
  askForUser,
  refuseWhileUpgrading,
  requireLivePlan,
} from '#server/services/subscriptions/livePlan.ts';
import { refreshSubscription } from '#server/services/subscriptions/refreshSubscription.ts';

/**
 * Ends the acting user's plan at the end of its paid period, and drops a waiting downgrade. Can be repeated. Throws
 * `not_signed_in`, `no_plan`, `change_running`, `payment_unavailable` and `too_many_requests`.
 */
export async function cancelPlan(context: Context): Promise<void> {
  const live = await requireLivePlan(context);
  await refuseWhileUpgrading(context, live);
  await askForUser(context, live, () => endSubscription(context, live));
}

/**
 * Ends a subscription so that nothing more is charged: at the end of the paid period, or at once when the bill of the
 * present period is open, because the provider would try to charge it again. Throws `PaymentUnknownError`.
 */
export async function endSubscription(
  dependencies: Pick<OrderDependencies, 'database' | 'payments' | 'now'>,
  live: SubscriptionRow,
) {
  return refreshSubscription(dependencies, live, async (gateway) => {
    const { state } = await gateway.read(live.providerId);
    return state === 'active'
      ? gateway.setEndsAtPeriodEnd(live.providerId, true)
      : gateway.endNow(live.providerId);
  });
}
