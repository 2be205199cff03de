import { and, eq, or, isNull, lte, sql } from 'drizzle-orm';
import type { Platform } from '#server/context.ts';
import { subscription } from '#server/db/schema/orders.ts';
import { planCancellation } from '#server/db/schema/plans.ts';
import { redactedError } from '#server/errors.ts';
import { findUserByEmail } from '#server/services/account/findUser.ts';
import {
  type SubscriptionRow,
  findLiveSubscription,
} from '#server/services/orders/findSubscription.ts';
import { endSubscription } from '#server/services/subscriptions/cancelPlan.ts';

type Dependencies = Pick<Platform, 'database' | 'payments' | 'log' | 'now'>;

type Row = typeof planCancellation.$inferSelect;

/**
 * Applies waiting cancellations to the running plan of their address. One for a later day waits until that day lies in
 * the plan's present period. When the provider cannot be reached, the next run tries again.
 */
export async function applyCancellations(dependencies: Dependencies): Promise<void> {
  const waiting = await dependencies.database.query
    .select()
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
        lte(planCancellation.received, dependencies.now()),
      ),
    )
    .orderBy(planCancellation.received)
    .limit(200);
  for (const row of waiting) {
    await apply(dependencies, row).catch((error: unknown) =>
      dependencies.log.warn(
        { cancellation: row.id, error: redactedError(error) },
        'a cancellation waits',
      ),
    );
  }
}

async function apply(dependencies: Dependencies, row: Row): Promise<void> {
  const { query } = dependencies.database;
  const user = await findUserByEmail(query, row.email);
  const live = user && (await findLiveSubscription(query, user.id));
  const owner = { userId: user?.id ?? null, subscriptionId: live?.id ?? null };
  const isThis = eq(planCancellation.id, row.id);
  if (!live) {
    await query
      .update(planCancellation)
      .set({ ...owner, state: 'nothing' })
      .where(isThis);
    return;
  }
  if (isLater(row, live)) {
    await query.update(planCancellation).set(owner).where(isThis);
    return;
  }
  await endSubscription(dependencies, live);
  await query
    .update(planCancellation)
    .set({ ...owner, state: 'applied', applied: dependencies.now() })
    .where(isThis);
}

function isLater({ wanted }: Row, { periodEnds }: SubscriptionRow): boolean {
  return wanted !== null && wanted > periodEnds;
}
