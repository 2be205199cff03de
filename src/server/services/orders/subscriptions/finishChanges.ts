import { and, eq, inArray, isNotNull, lte, ne } from 'drizzle-orm';
import type { PaymentPlatform } from '#server/context.ts';
import { paymentOrder, subscription } from '#server/db/schema/orders.ts';
import { redactedError } from '#server/errors.ts';
import type { Invoice } from '#server/gateways/payments/payments.ts';
import {
  type SubscriptionRow,
  findSubscriptionById,
} from '#server/services/orders/subscriptions/findSubscription.ts';
import type { OrderRow } from '#server/services/orders/order.ts';
import { failUpgrade } from '#server/services/orders/subscriptions/chargeUpgrade.ts';
import { askForDowngrade } from '#server/services/orders/subscriptions/askForDowngrade.ts';
import { payUpgrade } from '#server/services/orders/subscriptions/payUpgrade.ts';
import { subscriptionGateway } from '#server/services/orders/subscriptions/refreshSubscription.ts';

/** For this time a change of a plan is left to its own request. */
const requestMilliseconds = 60_000;

/**
 * Finishes upgrades whose response was lost, and asks again for downgrades that the provider has not confirmed. Nobody
 * is charged here: an upgrade that the provider does not know fails when its time is over.
 */
export async function finishChanges(platform: PaymentPlatform): Promise<void> {
  const { database, payments, now, log } = platform;
  const before = new Date(now().getTime() - requestMilliseconds);
  const methods = [...payments.keys()];
  const upgrades = await database.query
    .select()
    .from(paymentOrder)
    .where(
      and(
        eq(paymentOrder.kind, 'upgrade'),
        eq(paymentOrder.state, 'pending'),
        lte(paymentOrder.created, before),
        inArray(paymentOrder.method, methods),
      ),
    );
  for (const order of upgrades) {
    await finishUpgrade(platform, order).catch((error: unknown) =>
      log.warn({ order: order.id, error: redactedError(error) }, 'an upgrade is unknown'),
    );
  }
  const waiting = await database.query
    .select()
    .from(subscription)
    .where(
      and(
        isNotNull(subscription.nextChangeId),
        eq(subscription.nextConfirmed, false),
        ne(subscription.state, 'ended'),
        inArray(subscription.method, methods),
      ),
    );
  for (const requested of waiting) {
    await askForDowngrade(platform, requested).catch((error: unknown) =>
      log.warn({ subscription: requested.id, error: redactedError(error) }, 'a downgrade waits'),
    );
  }
}

async function finishUpgrade(platform: PaymentPlatform, order: OrderRow): Promise<void> {
  const { database, now } = platform;
  const { subscriptionId } = order;
  if (subscriptionId === null) return;
  const found = await findSubscriptionById(database.query, subscriptionId);
  const invoice = found && (await findChangeInvoice(platform, found, order.id));
  if (invoice?.state === 'paid') return payUpgrade(platform, order.id, invoice);
  if (invoice?.state === 'open') return;
  if (order.expires <= now()) await failUpgrade(platform, order.id);
}

/**
 * Returns the bill of an upgrade. It is the latest bill, because an upgrade is billed at once and nothing else is
 * billed while it is pending.
 */
async function findChangeInvoice(
  { payments }: PaymentPlatform,
  { method, providerId }: SubscriptionRow,
  changeId: string,
): Promise<Invoice | undefined> {
  const gateway = subscriptionGateway(payments, method);
  const { latestInvoiceId } = await gateway.read(providerId);
  if (latestInvoiceId === undefined) return undefined;
  const invoice = await gateway.readInvoice(latestInvoiceId);
  return invoice.changeId === changeId ? invoice : undefined;
}
