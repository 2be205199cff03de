import type Stripe from 'stripe';
import {
  type Checkout,
  type CheckoutRequest,
  type CheckoutState,
  PaymentProtocolError,
} from '#server/gateways/payments/payments.ts';
import {
  couponParameters,
  sessionParameters,
} from '#server/gateways/payments/stripeCheckoutRequest.ts';
import type { StripeClient } from '#server/gateways/payments/stripeClient.ts';
import { failureCode, isExisting } from '#server/gateways/payments/stripeFailure.ts';
import { idOf, toDate, toMoney } from '#server/gateways/payments/stripeMoney.ts';

/** Opens a page at Stripe for paying the order. A second page is harmless as long as its URL is unknown. */
export async function openCheckout(
  client: StripeClient,
  request: CheckoutRequest,
): Promise<Checkout> {
  const key = `checkout-${request.orderId}-${request.attempt}`;
  const coupon = couponParameters(request);
  if (coupon !== undefined) await client.askAgain(`${key}-coupon`, makeOnce(coupon));
  const parameters = sessionParameters(request, coupon?.id);
  const session = await client.askAgain(key, (stripe, idempotencyKey) =>
    stripe.checkout.sessions.create(parameters, { idempotencyKey }),
  );
  if (session.url === null) throw new PaymentProtocolError('A checkout of Stripe has no address');
  const { id: providerId, url } = session;
  return { kind: 'redirect', providerId, url, expires: request.expires };
}

export async function readCheckout(client: StripeClient, id: string): Promise<CheckoutState> {
  const session = await client.ask((stripe) =>
    stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge', 'invoice'] }),
  );
  const paid = paidState(session) ?? (await paidInvoiceState(client, session));
  if (paid !== undefined) return paid;
  switch (session.status) {
    case 'open':
      // Also while the buyer's bank asks for a confirmation, and after a declined card: the page accepts another one.
      return { kind: 'open' };
    case 'expired':
      return { kind: 'expired' };
    case 'complete':
      return unpaidState(client, session);
    default:
      throw new PaymentProtocolError(`A checkout of Stripe is ${String(session.status)}`);
  }
}

/** Closes a checkout. If it was completed in the meantime, Stripe refuses, and its state is returned. */
export async function closeCheckout(client: StripeClient, id: string): Promise<CheckoutState> {
  try {
    await client.ask((stripe) => stripe.checkout.sessions.expire(id));
  } catch (error) {
    if (!(error instanceof PaymentProtocolError)) throw error;
    const state = await readCheckout(client, id);
    if (state.kind === 'open') throw error;
    return state;
  }
  return readCheckout(client, id);
}

/** Makes a coupon. An existing one with that id comes from an earlier call. */
function makeOnce(coupon: Stripe.CouponCreateParams) {
  return async (stripe: Stripe, idempotencyKey: string): Promise<void> => {
    try {
      await stripe.coupons.create(coupon, { idempotencyKey });
    } catch (error) {
      if (!isExisting(error)) throw error;
    }
  };
}

/** Returns the state of a checkout whose single payment arrived, or that was free. */
function paidState(session: Stripe.Checkout.Session): CheckoutState | undefined {
  if (session.mode === 'subscription') return undefined;
  const intent = expanded(session.payment_intent);
  if (intent === undefined) {
    const isFree = session.status === 'complete' && session.payment_status !== 'unpaid';
    return isFree ? freeState(session) : undefined;
  }
  if (intent.status !== 'succeeded') return undefined;
  return {
    kind: 'paid',
    paymentId: intent.id,
    paid: toMoney(intent.amount_received, intent.currency),
    orderId: orderOf(session),
    paidAt: toDate(expanded(intent.latest_charge)?.created ?? intent.created),
    subscriptionId: undefined,
    invoiceId: undefined,
  };
}

/** Returns the state of a checkout whose subscription started with a paid bill. */
async function paidInvoiceState(
  client: StripeClient,
  session: Stripe.Checkout.Session,
): Promise<CheckoutState | undefined> {
  const invoice = expanded(session.invoice);
  if (invoice?.status !== 'paid') return undefined;
  const intent = await intentOfInvoice(client, invoice.id);
  return {
    kind: 'paid',
    paymentId: intent?.id ?? session.id,
    paid: toMoney(invoice.amount_paid, invoice.currency),
    orderId: orderOf(session),
    paidAt: toDate(invoice.status_transitions.paid_at ?? invoice.created),
    subscriptionId: idOf(session.subscription),
    invoiceId: invoice.id,
  };
}

function freeState(session: Stripe.Checkout.Session): CheckoutState {
  return {
    kind: 'paid',
    paymentId: session.id,
    paid: toMoney(session.amount_total ?? 0, session.currency),
    orderId: orderOf(session),
    paidAt: toDate(session.created),
    subscriptionId: undefined,
    invoiceId: undefined,
  };
}

/** Returns the state of a completed checkout whose money comes days later, or never. */
async function unpaidState(
  client: StripeClient,
  session: Stripe.Checkout.Session,
): Promise<CheckoutState> {
  const invoice = expanded(session.invoice);
  const intent =
    invoice === undefined
      ? expanded(session.payment_intent)
      : await intentOfInvoice(client, invoice.id);
  const isGivenUp = invoice?.status === 'void' || invoice?.status === 'uncollectible';
  if (intent?.status === 'requires_payment_method' || intent?.status === 'canceled' || isGivenUp) {
    return { kind: 'failed', reason: failureCode(intent?.last_payment_error) };
  }
  return { kind: 'processing' };
}

async function intentOfInvoice(
  client: StripeClient,
  invoice: string,
): Promise<Stripe.PaymentIntent | undefined> {
  const { data } = await client.ask((stripe) =>
    stripe.invoicePayments.list({
      invoice,
      limit: 10,
      expand: ['data.payment.payment_intent'],
    }),
  );
  const payment = data.find(({ status }) => status === 'paid') ?? data[0];
  return expanded(payment?.payment.payment_intent);
}

function orderOf(session: Stripe.Checkout.Session): string | undefined {
  return session.client_reference_id ?? session.metadata?.['order_id'];
}

/** Returns an expanded object; `undefined` for an id. */
function expanded<Thing extends { id: string }>(
  reference: string | Thing | null | undefined,
): Thing | undefined {
  return typeof reference === 'object' && reference !== null ? reference : undefined;
}
