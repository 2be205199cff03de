import { and, eq } from 'drizzle-orm';
import type { EventSubject, PaymentMethod } from '#domain/orders/payments.ts';
import type { Platform } from '#server/context.ts';
import { findRow } from '#server/db/findRow.ts';
import { paymentCheckout } from '#server/db/schema/orders.ts';
import type { CheckoutState, PaymentGateway } from '#server/gateways/payments/payments.ts';
import { applyCheckoutState } from '#server/services/orders/payments/applyCheckoutState.ts';
import { applyInvoice } from '#server/services/orders/subscriptions/applyInvoice.ts';
import { applySubscription } from '#server/services/orders/subscriptions/applySubscription.ts';
import { finishOpening } from '#server/services/orders/checkout/askForCheckout.ts';
import { type CheckoutRow, type Outcome, findOrderById } from '#server/services/orders/order.ts';
import { applyDispute } from '#server/services/orders/refunds/applyDispute.ts';
import { applyRefund } from '#server/services/orders/refunds/applyRefund.ts';

type Dependencies = Pick<Platform, 'config' | 'database' | 'payments' | 'log' | 'now'>;

/** Reads the subject of a webhook event from its provider and applies its state. Throws `PaymentUnknownError`. */
export async function applySubject(
  dependencies: Dependencies,
  method: PaymentMethod,
  subject: EventSubject,
): Promise<Outcome> {
  const gateway = dependencies.payments.get(method);
  if (!gateway) return { kind: 'later', why: 'the method is not configured' };
  switch (subject.kind) {
    case 'checkout':
      return applyCheckout(dependencies, gateway, subject.id);
    case 'invoice':
      return applyInvoice(dependencies, method, subject.id);
    case 'subscription':
      return applySubscription(dependencies, method, subject.id);
    case 'refund':
      return applyRefund(dependencies, gateway, subject.id);
    case 'dispute':
      return applyDispute(dependencies, gateway, subject.id);
    case 'none':
      return { kind: 'ignored', text: 'needs no action' };
    case 'unreadable':
      return { kind: 'parked', text: subject.why };
  }
}

async function applyCheckout(
  dependencies: Dependencies,
  gateway: PaymentGateway,
  providerId: string,
): Promise<Outcome> {
  const { method } = gateway;
  const state = await gateway.readCheckout(providerId);
  const checkout =
    (await findCheckout(dependencies, method, providerId)) ??
    (await findInterruptedCheckout(dependencies, method, providerId, state));
  if (!checkout) return { kind: 'later', why: 'the checkout is not known here' };
  await applyCheckoutState(dependencies, checkout, state);
  const { userId } = await findOrderById(dependencies.database.query, checkout.orderId);
  return { kind: 'applied', text: `checkout ${state.kind}`, userId };
}

async function findCheckout(
  { database }: Dependencies,
  method: PaymentMethod,
  providerId: string,
): Promise<CheckoutRow | undefined> {
  return findRow(
    database.query,
    paymentCheckout,
    and(eq(paymentCheckout.method, method), eq(paymentCheckout.providerId, providerId)),
  );
}

/**
 * Returns a paid checkout whose opening was interrupted after the provider had created it, so that its provider id was
 * not stored.
 */
async function findInterruptedCheckout(
  dependencies: Dependencies,
  method: PaymentMethod,
  providerId: string,
  state: CheckoutState,
): Promise<CheckoutRow | undefined> {
  if (state.kind !== 'paid' || state.orderId === undefined) return undefined;
  const opening = await dependencies.database.query
    .select()
    .from(paymentCheckout)
    .where(
      and(
        eq(paymentCheckout.orderId, state.orderId),
        eq(paymentCheckout.method, method),
        eq(paymentCheckout.state, 'opening'),
      ),
    );
  for (const checkout of opening) await finishOpening(dependencies, checkout);
  return findCheckout(dependencies, method, providerId);
}
