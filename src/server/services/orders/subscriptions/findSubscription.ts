import { and, eq, ne } from 'drizzle-orm';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { subscription } from '#server/db/schema/orders.ts';

export type SubscriptionRow = typeof subscription.$inferSelect;

/** Returns the subscription with this id at the provider; `undefined` when it is not stored here. */
export async function findSubscription(
  executor: Executor,
  method: PaymentMethod,
  providerId: string,
): Promise<SubscriptionRow | undefined> {
  const isMatch = and(eq(subscription.method, method), eq(subscription.providerId, providerId));
  return findRow(executor, subscription, isMatch);
}

export async function findSubscriptionById(
  executor: Executor,
  id: string,
): Promise<SubscriptionRow | undefined> {
  return findRow(executor, subscription, eq(subscription.id, id));
}

/** Returns the subscription that renews a plan for a user. A unique index allows at most one. */
export async function findLiveSubscription(
  executor: Executor,
  userId: string,
): Promise<SubscriptionRow | undefined> {
  const isMatch = and(eq(subscription.userId, userId), ne(subscription.state, 'ended'));
  return findRow(executor, subscription, isMatch);
}
