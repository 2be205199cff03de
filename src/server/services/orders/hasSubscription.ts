import { and, eq, ne } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { subscription } from '#server/db/schema/orders.ts';

/** Whether a plan renews itself for a user. */
export async function hasSubscription(executor: Executor, userId: string): Promise<boolean> {
  const [live] = await executor
    .select({ id: subscription.id })
    .from(subscription)
    .where(and(eq(subscription.userId, userId), ne(subscription.state, 'ended')))
    .limit(1);
  return live !== undefined;
}
