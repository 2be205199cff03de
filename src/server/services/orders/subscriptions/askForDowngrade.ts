import type { PaymentPlatform } from '#server/context.ts';
import type { SubscriptionGateway, SubscriptionState } from '#server/gateways/payments/payments.ts';
import {
  type SubscriptionRow,
  findSubscriptionById,
} from '#server/services/orders/subscriptions/findSubscription.ts';
import { productNameFor } from '#server/services/orders/productName.ts';
import { refreshSubscription } from '#server/services/orders/subscriptions/refreshSubscription.ts';

/**
 * Asks the provider for the downgrade that a subscription waits for. The provider makes the same one once. A downgrade
 * that its user has given up meanwhile is taken back, because it would let a cancelled plan renew. Throws
 * `PaymentUnknownError`.
 */
export async function askForDowngrade(
  platform: PaymentPlatform,
  row: SubscriptionRow,
): Promise<void> {
  const { nextProduct: product, nextAmount: amount, nextChangeId: changeId } = row;
  if (product === null || amount === null || changeId === null) return;
  const { query } = platform.database;
  const description = await productNameFor(query, row.userId, product);
  const price = { amount, currency: row.currency };
  let isCurrent = true;
  let wasAsked = false;
  await refreshSubscription(
    platform,
    row,
    async (gateway) => {
      const now = await findSubscriptionById(query, row.id);
      isCurrent = now?.nextChangeId === changeId;
      if (!isCurrent || !now)
        return wasAsked && now ? undoDowngrade(gateway, now) : gateway.read(row.providerId);
      wasAsked = true;
      return gateway.downgrade(row.providerId, { changeId, product, price, description });
    },
    ({ periodEnds }) => (isCurrent ? { nextFrom: periodEnds, nextConfirmed: true } : {}),
  );
}

/** Undoes a requested downgrade: the subscription ends or renews as its user chose meanwhile. */
async function undoDowngrade(
  gateway: SubscriptionGateway,
  now: SubscriptionRow,
): Promise<SubscriptionState> {
  // Another downgrade replaces the one before it.
  if (now.nextChangeId !== null) return gateway.read(now.providerId);
  const state = await gateway.dropDowngrade(now.providerId);
  return now.endsAtPeriodEnd ? gateway.setEndsAtPeriodEnd(now.providerId, true) : state;
}
