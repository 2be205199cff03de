import { eq } from 'drizzle-orm';
import type { PaymentPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { accountDeletion } from '#server/db/schema/accounts.ts';
import { planCancellation } from '#server/db/schema/plans.ts';
import { PaymentUnknownError } from '#server/gateways/payments/payments.ts';
import { findUserByEmail } from '#server/services/users/findUser.ts';
import {
  type SubscriptionRow,
  findLiveSubscription,
  findSubscriptionById,
} from '#server/services/orders/subscriptions/findSubscription.ts';
import {
  type CancellationRow,
  lockCancellation,
} from '#server/services/orders/subscriptions/cancellations/lockCancellation.ts';
import { refreshSubscription } from '#server/services/orders/subscriptions/refreshSubscription.ts';

/**
 * Takes back a cancellation by the public form, for the owner who follows the link in the receipt. Can be repeated. Returns
 * `expired` if the plan has ended or its account is being deleted, and `unavailable` if the provider cannot be reached. The
 * lock of the row keeps the job from applying the cancellation at the same time.
 */
export function keepPlan(
  platform: PaymentPlatform,
  cancellationId: string,
): Promise<'kept' | 'expired' | 'unavailable'> {
  return platform.database.transaction(async (transaction) => {
    const row = await lockCancellation(transaction, cancellationId);
    const plan = row && (await findPlan(transaction, row));
    if (!row || !plan || plan.state === 'ended') return 'expired';
    const ofUser = eq(accountDeletion.userId, plan.userId);
    if (await findRow(transaction, accountDeletion, ofUser)) return 'expired';
    if (row.state !== 'waiting' || plan.endsAtPeriodEnd) {
      const outcome = await resume(platform, plan);
      if (outcome !== 'kept') return outcome;
    }
    const withdrawn = { state: 'withdrawn' } as const;
    await transaction
      .update(planCancellation)
      .set(withdrawn)
      .where(eq(planCancellation.id, row.id));
    return 'kept';
  });
}

async function findPlan(
  transaction: Executor,
  { subscriptionId, email }: CancellationRow,
): Promise<SubscriptionRow | undefined> {
  if (subscriptionId !== null) return findSubscriptionById(transaction, subscriptionId);
  const user = await findUserByEmail(transaction, email);
  return user && findLiveSubscription(transaction, user.id);
}

async function resume(
  platform: PaymentPlatform,
  plan: SubscriptionRow,
): Promise<'kept' | 'expired' | 'unavailable'> {
  try {
    const { state } = await refreshSubscription(platform, plan, (gateway) =>
      gateway.setEndsAtPeriodEnd(plan.providerId, false),
    );
    return state === 'ended' ? 'expired' : 'kept';
  } catch (error) {
    if (!(error instanceof PaymentUnknownError)) throw error;
    platform.log.warn({ subscription: plan.id }, 'a plan could not be kept');
    return 'unavailable';
  }
}
