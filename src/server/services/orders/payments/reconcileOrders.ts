import { and, eq, inArray, lte, ne, isNotNull } from 'drizzle-orm';
import type { PaymentPlatform } from '#server/context.ts';
import { paymentCheckout, subscription, paymentOrder } from '#server/db/schema/orders.ts';
import { redactedError } from '#server/errors.ts';
import type { PaymentGateway } from '#server/gateways/payments/payments.ts';
import { applySubject } from '#server/services/orders/events/applySubject.ts';
import { applySubscription } from '#server/services/orders/subscriptions/applySubscription.ts';
import { refreshCheckout } from '#server/services/orders/payments/askProvider.ts';
import { settleReferrals } from '#server/services/orders/discounts/referrals.ts';
import { fulfilPaidOrders } from '#server/services/orders/payments/fulfilOrder.ts';
import { finishOpening } from '#server/services/orders/checkout/askForCheckout.ts';
import { findOrderByPayment, hasNoPayableCheckout } from '#server/services/orders/order.ts';
import { findReturns } from '#server/services/orders/refunds/findReturns.ts';
import { reconcileRefunds } from '#server/services/orders/refunds/reconcileRefunds.ts';
import { returnPayments } from '#server/services/orders/payments/returnPayments.ts';
import { finishChanges } from '#server/services/orders/subscriptions/finishChanges.ts';
import { payOpenBills } from '#server/services/orders/subscriptions/payOpenBill.ts';

/** For this time the opening of a checkout is left to its own request. */
const openingMilliseconds = 60_000;

/**
 * Asks the providers about everything that is not in a final state, to find payments whose webhook event never arrived.
 * Compares the payments, refunds and disputes since `since` with our records. When one provider cannot be reached, the
 * others are still reconciled.
 */
export async function reconcileOrders(platform: PaymentPlatform, since: Date): Promise<void> {
  await runStep(platform, 'opening', () => finishOpenings(platform));
  await runStep(platform, 'open checkouts', () => refreshCheckouts(platform));
  for (const gateway of platform.payments.values()) {
    await runStep(platform, gateway.method, () => comparePayments(platform, gateway, since));
  }
  await runStep(platform, 'renewals', () => refreshSubscriptions(platform));
  await runStep(platform, 'open bills', () => payOpenBills(platform));
  await runStep(platform, 'changes of plans', () => finishChanges(platform));
  await runStep(platform, 'expiry', () => expireOrders(platform));
  await runStep(platform, 'fulfilment', () => fulfilPaidOrders(platform));
  await runStep(platform, 'returns', () => returnPayments(platform));
  await runStep(platform, 'refunds', () => reconcileRefunds(platform));
  for (const gateway of platform.payments.values()) {
    const step = `returns by ${gateway.method}`;
    await runStep(platform, step, () => findReturns(platform, gateway, since));
  }
  await runStep(platform, 'referrals', () => settleReferrals(platform));
}

/** Runs one step. A failure is logged and does not keep the other steps from running. */
async function runStep(
  { log }: PaymentPlatform,
  step: string,
  work: () => Promise<unknown>,
): Promise<void> {
  await work().catch((error: unknown) =>
    log.warn({ step, error: redactedError(error) }, 'payments were not reconciled'),
  );
}

async function finishOpenings(platform: PaymentPlatform): Promise<void> {
  const { database, now, payments, log } = platform;
  const before = new Date(now().getTime() - openingMilliseconds);
  const opening = await database.query
    .select()
    .from(paymentCheckout)
    .where(
      and(
        eq(paymentCheckout.state, 'opening'),
        lte(paymentCheckout.created, before),
        inArray(paymentCheckout.method, [...payments.keys()]),
      ),
    );
  for (const checkout of opening) {
    await finishOpening(platform, checkout).catch((error: unknown) => {
      const { orderId, method } = checkout;
      log.warn({ order: orderId, method, error: redactedError(error) }, 'a checkout stays open');
    });
  }
}

async function refreshCheckouts(platform: PaymentPlatform): Promise<void> {
  const { database, payments } = platform;
  const open = await database.query
    .select()
    .from(paymentCheckout)
    .where(
      and(
        inArray(paymentCheckout.state, ['open', 'processing']),
        inArray(paymentCheckout.method, [...payments.keys()]),
      ),
    );
  for (const checkout of open) await refreshCheckout(platform, checkout);
}

async function comparePayments(
  platform: PaymentPlatform,
  gateway: PaymentGateway,
  since: Date,
): Promise<void> {
  const { database, log } = platform;
  const { method } = gateway;
  for await (const payment of gateway.listPaid(since)) {
    const { paymentId, checkoutId, invoiceId } = payment;
    if (await findOrderByPayment(database.query, method, paymentId)) continue;
    const outcome =
      checkoutId !== undefined
        ? await applySubject(platform, method, { kind: 'checkout', id: checkoutId })
        : invoiceId !== undefined
          ? await applySubject(platform, method, { kind: 'invoice', id: invoiceId })
          : undefined;
    if (outcome?.kind === 'applied') continue;
    log.error({ method, payment: paymentId }, 'a payment belongs to no order');
  }
}

async function refreshSubscriptions(platform: PaymentPlatform): Promise<void> {
  const { database, now, payments } = platform;
  const due = await database.query
    .select({ method: subscription.method, providerId: subscription.providerId })
    .from(subscription)
    .where(
      and(
        ne(subscription.state, 'ended'),
        lte(subscription.periodEnds, now()),
        inArray(subscription.method, [...payments.keys()]),
      ),
    );
  for (const { method, providerId } of due) {
    await runStep(platform, `renewal by ${method}`, () =>
      applySubscription(platform, method, providerId),
    );
  }
}

/**
 * Closes expired checkouts, and marks orders that can no longer be paid as expired. Both wait while the provider cannot
 * be reached, because its state decides and not our clock. Returns the number of expired orders.
 */
async function expireOrders(platform: PaymentPlatform): Promise<number> {
  const { database, now } = platform;
  const over = await database.query
    .select()
    .from(paymentCheckout)
    .where(
      and(
        eq(paymentCheckout.state, 'open'),
        isNotNull(paymentCheckout.providerId),
        lte(paymentCheckout.expires, now()),
      ),
    );
  for (const checkout of over) await refreshCheckout(platform, checkout, 'closeCheckout');
  const expired = await database.query
    .update(paymentOrder)
    .set({ state: 'expired' })
    .where(
      and(
        inArray(paymentOrder.state, ['created', 'pending']),
        lte(paymentOrder.expires, now()),
        hasNoPayableCheckout,
      ),
    );
  return expired.rowCount ?? 0;
}
