import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Context, PaymentPlatform } from '#server/context.ts';
import { subscription } from '#server/db/schema/orders.ts';
import type { SubscriptionGateway, SubscriptionState } from '#server/gateways/payments/payments.ts';
import type { SubscriptionRow } from '#server/services/orders/subscriptions/findSubscription.ts';
import {
  askForUser,
  refuseWhileUpgrading,
  requireLivePlan,
} from '#server/services/orders/subscriptions/livePlan.ts';
import { refreshSubscription } from '#server/services/orders/subscriptions/refreshSubscription.ts';
import { notLeaving } from '#server/services/orders/subscriptions/subscriptionColumns.ts';

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
 * Ends a subscription at its user's request, with its period. It stays so when a requested deletion of the account is
 * cancelled. Throws `PaymentUnknownError`.
 */
export async function endSubscription(platform: PaymentPlatform, live: SubscriptionRow) {
  await platform.database.query
    .update(subscription)
    .set({ ...notLeaving, version: sql`${subscription.version} + 1` })
    .where(and(eq(subscription.id, live.id), isNotNull(subscription.leaving)));
  return refreshSubscription(platform, live, (gateway) => endWithPeriod(gateway, live.providerId));
}

/**
 * Asks the provider to charge nothing more: the plan ends with the paid period, or at once when the bill of the present
 * period is open, because the provider would try to charge it again.
 */
export async function endWithPeriod(
  gateway: SubscriptionGateway,
  providerId: string,
): Promise<SubscriptionState> {
  const { state } = await gateway.read(providerId);
  return state === 'active'
    ? gateway.setEndsAtPeriodEnd(providerId, true)
    : gateway.endNow(providerId);
}
