import { and, eq, or, isNull, lte, sql } from 'drizzle-orm';
import type { PaymentPlatform } from '#server/context.ts';
import { subscription } from '#server/db/schema/orders.ts';
import { planCancellation } from '#server/db/schema/plans.ts';
import { redactedError } from '#server/errors.ts';
import { findUserByEmail } from '#server/services/users/findUser.ts';
import {
  type SubscriptionRow,
  findLiveSubscription,
} from '#server/services/orders/subscriptions/findSubscription.ts';
import {
  type CancellationRow,
  lockCancellation,
} from '#server/services/orders/subscriptions/cancellations/lockCancellation.ts';
import { endSubscription } from '#server/services/orders/subscriptions/cancelPlan.ts';

/**
 * Applies waiting cancellations to the running plan of their address. One for a later day waits until that day lies in
 * the plan's present period. When the provider cannot be reached, the next run tries again.
 */
export async function applyCancellations(platform: PaymentPlatform): Promise<void> {
  const waiting = await platform.database.query
    .select({ id: planCancellation.id })
    .from(planCancellation)
    .where(
      and(
        eq(planCancellation.state, 'waiting'),
        or(
          isNull(planCancellation.wanted),
          isNull(planCancellation.subscriptionId),
          sql`exists (select from ${subscription} s where s.id = ${planCancellation.subscriptionId}
            and (s.period_ends >= ${planCancellation.wanted} or s.state = 'ended'))`,
        ),
        lte(planCancellation.received, platform.now()),
      ),
    )
    .orderBy(planCancellation.received)
    .limit(200);
  for (const { id } of waiting) {
    await apply(platform, id).catch((error: unknown) =>
      platform.log.warn({ cancellation: id, error: redactedError(error) }, 'a cancellation waits'),
    );
  }
}

/** The lock of the row makes a parallel run, and the owner who keeps the plan, wait for the outcome. */
async function apply(platform: PaymentPlatform, id: string): Promise<void> {
  await platform.database.transaction(async (transaction) => {
    const row = await lockCancellation(transaction, id);
    if (row?.state !== 'waiting') return;
    const user = await findUserByEmail(transaction, row.email);
    const live = user && (await findLiveSubscription(transaction, user.id));
    const owner = { userId: user?.id ?? null, subscriptionId: live?.id ?? null };
    const store = (change: Partial<CancellationRow>) =>
      transaction
        .update(planCancellation)
        .set({ ...owner, ...change })
        .where(eq(planCancellation.id, id));
    if (!live) return void (await store({ state: 'nothing' }));
    if (isLater(row, live)) return void (await store({}));
    await endSubscription(platform, live);
    await store({ state: 'applied', applied: platform.now() });
  });
}

function isLater({ wanted }: CancellationRow, { periodEnds }: SubscriptionRow): boolean {
  return wanted !== null && wanted > periodEnds;
}
