import type { Platform } from '#server/context.ts';
import type { SubscriptionGateway, SubscriptionState } from '#server/gateways/payments/payments.ts';
import {
  type SubscriptionRow,
  findSubscriptionById,
} from '#server/services/orders/findSubscription.ts';
import { productNameFor } from '#server/services/orders/productName.ts';
import { refreshSubscription } from '#server/services/subscriptions/refreshSubscription.ts';

type Dependencies = Pick<Platform, 'database' | 'payments' | 'now'>;

/**
 * Asks the provider for the downgrade that a subscription waits for. The same one is made once. One that the user gave up
 * meanwhile is taken back, because it would let a cancelled plan renew. Throws `PaymentUnknownError`.
 */
export async function askForDowngrade(
  dependencies: Dependencies,
  wanted: SubscriptionRow,
): Promise<void> {
  const { nextProduct: product, nextAmount: amount, nextChangeId: changeId } = wanted;
  if (product === null || amount === null || changeId === null) return;
  const { query } = dependencies.database;
  const description = await productNameFor(query, wanted.userId, product);
  const price = { amount, currency: wanted.currency };
  let isWanted = true;
  let wasAsked = false;
  await refreshSubscription(
    dependencies,
    wanted,
    async (gateway) => {
      const now = await findSubscriptionById(query, wanted.id);
      isWanted = now?.nextChangeId === changeId;
      if (!isWanted || !now)
        return wasAsked && now ? takeBack(gateway, now) : gateway.read(wanted.providerId);
      wasAsked = true;
      return gateway.downgrade(wanted.providerId, { changeId, product, price, description });
    },
    ({ periodEnds }) => (isWanted ? { nextFrom: periodEnds, nextConfirmed: true } : {}),
  );
}

/** Lets the subscription end or renew as its user wished while the provider was asked for the downgrade. */
async function takeBack(
  gateway: SubscriptionGateway,
  now: SubscriptionRow,
): Promise<SubscriptionState> {
  // Another downgrade replaces the one before it.
  if (now.nextChangeId !== null) return gateway.read(now.providerId);
  const state = await gateway.dropDowngrade(now.providerId);
  return now.endsAtPeriodEnd ? gateway.setEndsAtPeriodEnd(now.providerId, true) : state;
}
