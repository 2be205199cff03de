import { and, eq, inArray, lte, ne } from 'drizzle-orm';
import type { Platform } from '#server/context.ts';
import { paymentCheckout, subscription } from '#server/db/schema/orders.ts';
import { redactedError } from '#server/errors.ts';
import type { PaymentGateway } from '#server/gateways/payments/payments.ts';
import { applySubject } from '#server/services/orders/events/applySubject.ts';
import { applySubscription } from '#server/services/orders/subscriptions/applySubscription.ts';
import { refreshCheckout } from '#server/services/orders/payments/askProvider.ts';
import { settleReferrals } from '#server/services/orders/discounts/referrals.ts';
import { expireOrders } from '#server/services/orders/payments/expireOrders.ts';
import { fulfilPaidOrders } from '#server/services/orders/payments/fulfilOrder.ts';
import { finishOpening } from '#server/services/orders/checkout/askForCheckout.ts';
import { findOrderByPayment } from '#server/services/orders/order.ts';
import { findReturns } from '#server/services/orders/refunds/findReturns.ts';
import { reconcileRefunds } from '#server/services/orders/refunds/reconcileRefunds.ts';
import { returnPayments } from '#server/services/orders/payments/returnPayments.ts';
import { finishChanges } from '#server/services/orders/subscriptions/finishChanges.ts';
import { payOpenBills } from '#server/services/orders/subscriptions/payOpenBill.ts';

type Dependencies = Pick<Platform, 'config' | 'database' | 'payments' | 'log' | 'now'>;

/** For this time the opening of a checkout is left to its own request. */
const openingMilliseconds = 60_000;

/**
 * Asks the providers about everything that is not in a final state, to find payments whose webhook event never arrived.
 * Compares the payments, refunds and disputes since `since` with our records. When one provider cannot be reached, the
 * others are still reconciled.
 */
export async function reconcileOrders(dependencies: Dependencies, since: Date): Promise<void> {
  await runStep(dependencies, 'opening', () => finishOpenings(dependencies));
  await runStep(dependencies, 'open checkouts', () => refreshCheckouts(dependencies));
  for (const gateway of dependencies.payments.values()) {
    await runStep(dependencies, gateway.method, () =>
      comparePayments(dependencies, gateway, since),
    );
  }
  await runStep(dependencies, 'renewals', () => refreshSubscriptions(dependencies));
  await runStep(dependencies, 'open bills', () => payOpenBills(dependencies));
  await runStep(dependencies, 'changes of plans', () => finishChanges(dependencies));
  await runStep(dependencies, 'expiry', () => expireOrders(dependencies));
  await runStep(dependencies, 'fulfilment', () => fulfilPaidOrders(dependencies));
  await runStep(dependencies, 'returns', () => returnPayments(dependencies));
  await runStep(dependencies, 'refunds', () => reconcileRefunds(dependencies));
  for (const gateway of dependencies.payments.values()) {
    const step = `returns by ${gateway.method}`;
    await runStep(dependencies, step, () => findReturns(dependencies, gateway, since));
  }
  await runStep(dependencies, 'referrals', () => settleReferrals(dependencies));
}

/** Runs one step. A failure is logged and does not keep the other steps from running. */
async function runStep(
  { log }: Dependencies,
  step: string,
  work: () => Promise<unknown>,
): Promise<void> {
  await work().catch((error: unknown) =>
    log.warn({ step, error: redactedError(error) }, 'payments were not reconciled'),
  );
}

async function finishOpenings(dependencies: Dependencies): Promise<void> {
  const { database, now, payments, log } = dependencies;
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
    await finishOpening(dependencies, checkout).catch((error: unknown) => {
      const { orderId, method } = checkout;
      log.warn({ order: orderId, method, error: redactedError(error) }, 'a checkout stays open');
    });
  }
}

async function refreshCheckouts(dependencies: Dependencies): Promise<void> {
  const { database, payments } = dependencies;
  const open = await database.query
    .select()
    .from(paymentCheckout)
    .where(
      and(
        inArray(paymentCheckout.state, ['open', 'processing']),
        inArray(paymentCheckout.method, [...payments.keys()]),
      ),
    );
  for (const checkout of open) await refreshCheckout(dependencies, checkout);
}

async function comparePayments(
  dependencies: Dependencies,
  gateway: PaymentGateway,
  since: Date,
): Promise<void> {
  const { database, log } = dependencies;
  const { method } = gateway;
  for await (const payment of gateway.listPaid(since)) {
    const { paymentId, checkoutId, invoiceId } = payment;
    if (await findOrderByPayment(database.query, method, paymentId)) continue;
    const outcome =
      checkoutId !== undefined
        ? await applySubject(dependencies, method, { kind: 'checkout', id: checkoutId })
        : invoiceId !== undefined
          ? await applySubject(dependencies, method, { kind: 'invoice', id: invoiceId })
          : undefined;
    if (outcome?.kind === 'applied') continue;
    log.error({ method, payment: paymentId }, 'a payment belongs to no order');
  }
}

async function refreshSubscriptions(dependencies: Dependencies): Promise<void> {
  const { database, now, payments } = dependencies;
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
    await runStep(dependencies, `renewal by ${method}`, () =>
      applySubscription(dependencies, method, providerId),
    );
  }
}
