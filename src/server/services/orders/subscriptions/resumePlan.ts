import type { Context } from '#server/context.ts';
import { refuseLeaving } from '#server/services/users/refuseLeaving.ts';
import {
  askForUser,
  refuseWhileUpgrading,
  requireLivePlan,
} from '#server/services/orders/subscriptions/livePlan.ts';
import { refreshSubscription } from '#server/services/orders/subscriptions/refreshSubscription.ts';
import { noNextPlan } from '#server/services/orders/subscriptions/subscriptionColumns.ts';

/**
 * Cancels the planned end or downgrade of the acting user's plan. Can be repeated. Throws `not_signed_in`, `no_plan`
 * (also when the plan has ended meanwhile), `account_leaving`, `change_running`, `payment_unavailable` and `too_many_requests`.
 */
export async function resumePlan(context: Context): Promise<void> {
  const live = await requireLivePlan(context);
  await context.database.transaction((transaction) => refuseLeaving(transaction, live.userId));
  await refuseWhileUpgrading(context, live);
  await askForUser(context, live, () =>
    refreshSubscription(
      context,
      live,
      async (gateway) => {
        await gateway.dropDowngrade(live.providerId);
        return gateway.setEndsAtPeriodEnd(live.providerId, false);
      },
      () => noNextPlan,
    ),
  );
}
