import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { PlanProduct } from '#domain/plans/planTerms.ts';
import type { Context } from '#server/context.ts';
import { subscription } from '#server/db/schema/orders.ts';
import { AppError, redactedError } from '#server/errors.ts';
import { PaymentUnknownError } from '#server/gateways/payments/payments.ts';
import type { SubscriptionRow } from '#server/services/orders/subscriptions/findSubscription.ts';
import { askForDowngrade } from '#server/services/orders/subscriptions/askForDowngrade.ts';
import { noNextPlan } from '#server/services/orders/subscriptions/subscriptionColumns.ts';

type Next = { product: PlanProduct; amount: number };

/**
 * Changes a plan to another product at the end of its paid period. The change is stored before the provider is asked.
 * When the provider's response is lost, `finishChanges` asks again. Throws `payment_unavailable` when the provider
 * refuses.
 */
export async function downgradePlan(
  context: Context,
  live: SubscriptionRow,
  { product, amount }: Next,
): Promise<void> {
  if (live.nextProduct === product && live.nextAmount === amount && live.nextConfirmed) return;
  const stored = await context.database.query
    .update(subscription)
    .set({
      nextProduct: product,
      nextAmount: amount,
      nextFrom: live.periodEnds,
      nextChangeId: randomUUID(),
      nextConfirmed: false,
      version: sql`${subscription.version} + 1`,
    })
    .where(isSamePlan(live))
    .returning();
  const [requested] = stored;
  if (!requested) throw new AppError('change_running', 'This plan is being changed');
  try {
    await askForDowngrade(context, requested);
  } catch (error) {
    context.log.warn({ subscription: live.id, error: redactedError(error) }, 'a downgrade waits');
    if (error instanceof PaymentUnknownError) return;
    await forgetDowngrade(context, requested);
    throw new AppError('payment_unavailable', 'The payment provider refused the change');
  }
}

/**
 * Matches the plan that the user saw. Its version is not compared, because it also moves when a message of the provider
 * is applied that changes nothing here.
 */
function isSamePlan({ id, product, state, periodEnds, nextChangeId }: SubscriptionRow) {
  return and(
    eq(subscription.id, id),
    eq(subscription.product, product),
    eq(subscription.state, state),
    eq(subscription.periodEnds, periodEnds),
    nextChangeId === null
      ? isNull(subscription.nextChangeId)
      : eq(subscription.nextChangeId, nextChangeId),
  );
}

async function forgetDowngrade({ database }: Context, requested: SubscriptionRow): Promise<void> {
  const { id, nextChangeId } = requested;
  await database.query
    .update(subscription)
    .set(noNextPlan)
    .where(
      and(
        eq(subscription.id, id),
        nextChangeId === null ? undefined : eq(subscription.nextChangeId, nextChangeId),
      ),
    );
}
