import { and, eq, ne } from 'drizzle-orm';
import type { PaymentMethod } from '#domain/payments.ts';
import type { Executor } from '#server/db/connect.ts';
import { subscription } from '#server/db/schema/orders.ts';

export type SubscriptionRow = typeof subscription.$inferSelect;

/** Returns the subscription with this id at the provider; `undefined` when it is not stored here. */
export async function findSubscription(
  executor: Executor,
  method: PaymentMethod,
  providerId: string,
): Promise<SubscriptionRow | undefined> {
  const [found] = await executor
    .select()
    .from(subscription)
    .where(and(eq(subscription.method, method), eq(subscription.providerId, providerId)));
  return found;
}

export async function findSubscriptionById(
  executor: Executor,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const [found] = await executor.select().from(subscription).where(eq(subscription.id, id));
  return found;
}

/** Returns the subscription that renews a plan for a user. A unique index allows at most one. */
export async function findLiveSubscription(
  executor: Executor,
  userId: string,
): Promise<SubscriptionRow | undefined> {
  const [live] = await executor
    .select()
    .from(subscription)
    .where(and(eq(subscription.userId, userId), ne(subscription.state, 'ended')));
  return live;
}
