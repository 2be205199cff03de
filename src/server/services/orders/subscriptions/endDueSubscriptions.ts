import { and, eq, inArray, isNotNull, lte, ne } from 'drizzle-orm';
import type { PaymentPlatform } from '#server/context.ts';
import { accountDeletion } from '#server/db/schema/accounts.ts';
import { paymentCheckout, paymentOrder, subscription } from '#server/db/schema/orders.ts';
import { redactedError } from '#server/errors.ts';
import { refreshCheckout } from '#server/services/orders/payments/askProvider.ts';
import { refreshSubscription } from '#server/services/orders/subscriptions/refreshSubscription.ts';

/**
 * Ends the subscriptions of accounts that are due to be deleted, and closes their open checkouts. A payment that
 * arrives nevertheless is returned. Returns the users whose subscription could not be ended: their accounts must stay.
 */
export async function endDueSubscriptions(platform: PaymentPlatform): Promise<string[]> {
  const { database, now, log } = platform;
  const { query } = database;
  const rows = await query
    .select({ userId: accountDeletion.userId })
    .from(accountDeletion)
    .where(lte(accountDeletion.due, now()));
  const due = rows.map(({ userId }) => userId);
  await closeOpenCheckouts(platform, due);
  const live = await query
    .select()
    .from(subscription)
    .where(and(inArray(subscription.userId, due), ne(subscription.state, 'ended')));
  const failed: string[] = [];
  for (const found of live) {
    const { userId, method, providerId } = found;
    try {
      const ended = await refreshSubscription(platform, found, (gateway) =>
        gateway.endNow(providerId),
      );
      if (ended.state !== 'ended') failed.push(userId);
    } catch (error) {
      failed.push(userId);
      log.warn({ method, error: redactedError(error) }, 'a subscription was not ended');
    }
  }
  return failed;
}

async function closeOpenCheckouts(
  platform: PaymentPlatform,
  users: readonly string[],
): Promise<void> {
  const open = await platform.database.query
    .select({ checkout: paymentCheckout })
    .from(paymentCheckout)
    .innerJoin(paymentOrder, eq(paymentOrder.id, paymentCheckout.orderId))
    .where(
      and(
        inArray(paymentOrder.userId, [...users]),
        eq(paymentCheckout.state, 'open'),
        isNotNull(paymentCheckout.providerId),
      ),
    );
  for (const { checkout } of open) await refreshCheckout(platform, checkout, 'closeCheckout');
}
