import { and, eq } from 'drizzle-orm';
import type { EventSubject, PaymentMethod } from '#domain/orders/payments.ts';
import type { PaymentPlatform } from '#server/context.ts';
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

/** Reads the subject of a webhook event from its provider and applies its state. Throws `PaymentUnknownError`. */
export async function applySubject(
  platform: PaymentPlatform,
  method: PaymentMethod,
  subject: EventSubject,
): Promise<Outcome> {
  const gateway = platform.payments.get(method);
  if (!gateway) return { kind: 'later', why: 'the method is not configured' };
  switch (subject.kind) {
    case 'checkout':
      return applyCheckout(platform, gateway, subject.id);
    case 'invoice':
      return applyInvoice(platform, method, subject.id);
    case 'subscription':
      return applySubscription(platform, method, subject.id);
    case 'refund':
      return applyRefund(platform, gateway, subject.id);
    case 'dispute':
      return applyDispute(platform, gateway, subject.id);
    case 'none':
      return { kind: 'ignored', text: 'needs no action' };
    case 'unreadable':
      return { kind: 'parked', text: subject.why };
  }
}

async function applyCheckout(
  platform: PaymentPlatform,
  gateway: PaymentGateway,
  providerId: string,
): Promise<Outcome> {
  const { method } = gateway;
  const state = await gateway.readCheckout(providerId);
  const checkout =
    (await findCheckout(platform, method, providerId)) ??
    (await findInterruptedCheckout(platform, method, providerId, state));
  if (!checkout) return { kind: 'later', why: 'the checkout is not known here' };
  await applyCheckoutState(platform, checkout, state);
  const { userId } = await findOrderById(platform.database.query, checkout.orderId);
  return { kind: 'applied', text: `checkout ${state.kind}`, userId };
}

async function findCheckout(
  { database }: PaymentPlatform,
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
  platform: PaymentPlatform,
  method: PaymentMethod,
  providerId: string,
  state: CheckoutState,
): Promise<CheckoutRow | undefined> {
  if (state.kind !== 'paid' || state.orderId === undefined) return undefined;
  const opening = await platform.database.query
    .select()
    .from(paymentCheckout)
    .where(
      and(
        eq(paymentCheckout.orderId, state.orderId),
        eq(paymentCheckout.method, method),
        eq(paymentCheckout.state, 'opening'),
      ),
    );
  for (const checkout of opening) await finishOpening(platform, checkout);
  return findCheckout(platform, method, providerId);
}
