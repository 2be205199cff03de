import { and, eq, inArray } from 'drizzle-orm';
import type { Context, PaymentPlatform } from '#server/context.ts';
import { subscription } from '#server/db/schema/orders.ts';
import { redactedError } from '#server/errors.ts';
import { PaymentDeclinedError } from '#server/gateways/payments/payments.ts';
import { applySubscription } from '#server/services/orders/subscriptions/applySubscription.ts';
import type { SubscriptionRow } from '#server/services/orders/subscriptions/findSubscription.ts';
import { askForUser, requireLivePlan } from '#server/services/orders/subscriptions/livePlan.ts';
import { subscriptionGateway } from '#server/services/orders/subscriptions/refreshSubscription.ts';

type Outcome = 'asked' | 'declined';

/**
 * Charges the open bill of the acting user's plan to the card that was given on the provider's page, and applies the
 * outcome. Can be repeated. Throws `not_signed_in`, `no_plan`, `payment_unavailable` and `too_many_requests`.
 */
export async function payOpenBill(context: Context): Promise<Outcome> {
  const live = await requireLivePlan(context);
  return askForUser(context, live, () => pay(context, live));
}

/** Does the same for every plan with an open bill. A buyer may give a card and not return to the site. */
export async function payOpenBills(platform: PaymentPlatform): Promise<void> {
  const { database, payments, log } = platform;
  const unpaid = await database.query
    .select()
    .from(subscription)
    .where(
      and(eq(subscription.state, 'past_due'), inArray(subscription.method, [...payments.keys()])),
    );
  for (const found of unpaid) {
    await pay(platform, found).catch((error: unknown) =>
      log.warn({ subscription: found.id, error: redactedError(error) }, 'a bill stays open'),
    );
  }
}

async function pay(
  platform: PaymentPlatform,
  { method, providerId, state }: SubscriptionRow,
): Promise<Outcome> {
  const gateway = subscriptionGateway(platform.payments, method);
  try {
    if (state === 'past_due') await gateway.payOpenBill(providerId);
  } catch (error) {
    if (error instanceof PaymentDeclinedError) return 'declined';
    throw error;
  }
  await applySubscription(platform, method, providerId);
  return 'asked';
}
