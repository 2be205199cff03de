import type Stripe from 'stripe';
import type {
  BillRecord,
  CheckoutRecord,
  DisputeRecord,
  PaymentRecord,
  RefundRecord,
  SubscriptionRecord,
} from '#server/gateways/payments/providerRecords.ts';
import { type StripeState, planOf, toSeconds } from './stripeState.ts';

/** A table of Stripe's objects, each made from the books when it is read. */
export type ObjectTable<Shown> = {
  get: (id: string) => Shown | undefined;
  keys: () => IterableIterator<string>;
  values: () => Shown[];
  readonly size: number;
};

/** Fields of an object of the library. A nested object may lack fields. */
type Shape<Whole> = { [Name in keyof Whole]?: unknown };

/** Stripe's objects, as far as the product reads them; the values are those of the pinned library. */
export function stripeObjects(state: StripeState) {
  const { books } = state;
  return {
    sessions: tableOf(state, books.checkouts, toSession),
    intents: tableOf(state, books.payments, toIntent),
    charges: tableOf(state, books.payments, toCharge, (id) => id.replace('ch_', 'pi_')),
    invoices: tableOf(state, books.bills, toInvoice),
    invoicePayments: tableOf(state, books.bills, toInvoicePayment),
    subscriptions: tableOf(state, books.subscriptions, toSubscription),
    refunds: tableOf(state, books.refunds, toRefund),
    disputes: tableOf(state, books.disputes, toDispute),
  };
}

export function toSession(state: StripeState, checkout: CheckoutRecord) {
  const { id, price, following, paymentId, orderId } = checkout;
  const details = state.sessionDetails.get(id);
  if (!details) throw new Error(`No session ${id}`);
  const isFree = price.amount === 0;
  const isOpen = checkout.state === 'open';
  const paidStatus = isFree ? 'no_payment_required' : 'paid';
  return {
    id,
    object: 'checkout.session',
    created: details.created,
    status: isOpen || checkout.state === 'expired' ? checkout.state : 'complete',
    payment_status: checkout.state === 'paid' ? paidStatus : 'unpaid',
    mode: following ? 'subscription' : 'payment',
    url: isOpen ? `${state.url}/c/pay/${id}` : null,
    client_reference_id: orderId === '' ? null : orderId,
    metadata: details.metadata,
    currency: price.currency.toLowerCase(),
    amount_total: price.amount,
    payment_intent: following || isFree ? null : (paymentId ?? null),
    invoice: checkout.billId ?? null,
    subscription: checkout.subscriptionId ?? null,
  } satisfies Shape<Stripe.Checkout.Session>;
}

const intentStatuses = {
  open: 'requires_payment_method',
  unconfirmed: 'requires_action',
  processing: 'processing',
  failed: 'requires_payment_method',
  paid: 'succeeded',
} as const satisfies Record<PaymentRecord['state'], Stripe.PaymentIntent.Status>;

/** A payment of nothing has neither an intent nor a charge. */
function toIntent(_: StripeState, { id, state, price, paid, ...payment }: PaymentRecord) {
  if (price.amount === 0) return undefined;
  const failure = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' };
  return {
    id,
    object: 'payment_intent',
    created: toSeconds(payment.created),
    amount: price.amount,
    amount_received: state === 'paid' ? paid.amount : 0,
    currency: paid.currency.toLowerCase(),
    status: intentStatuses[state],
    metadata: payment.metadata,
    latest_charge: state === 'paid' ? chargeId(id) : null,
    last_payment_error: state === 'failed' ? failure : null,
  } satisfies Shape<Stripe.PaymentIntent>;
}

function toCharge({ books }: StripeState, { id, price, paid, paidAt }: PaymentRecord) {
  if (!paidAt || price.amount === 0) return undefined;
  const refunded = books.refundedOf(id);
  return {
    id: chargeId(id),
    object: 'charge',
    created: toSeconds(paidAt),
    amount: price.amount,
    amount_refunded: refunded,
    currency: paid.currency.toLowerCase(),
    disputed: [...books.disputes.values()].some(
      (dispute) => dispute.paymentId === id && dispute.state !== 'won',
    ),
    payment_intent: id,
  } satisfies Shape<Stripe.Charge>;
}

const billingReasons = {
  create: 'subscription_create',
  cycle: 'subscription_cycle',
  change: 'subscription_update',
  other: 'manual',
} as const satisfies Record<BillRecord['reason'], Stripe.Invoice.BillingReason>;

function toInvoice(state: StripeState, bill: BillRecord) {
  const { id, subscriptionId: subscription, price, attempts, metadata } = bill;
  const [starts, ends, created] = [bill.starts, bill.ends, bill.created].map(toSeconds);
  const isPaid = bill.state === 'paid';
  const currency = price.currency.toLowerCase();
  const paidAt = state.books.payments.get(bill.paymentId ?? '')?.paidAt;
  // A renewal is a draft until its first charge.
  const unpaid = attempts === 0 ? 'draft' : 'open';
  // Of a renewal these are the period before, which is why nobody should read them.
  const period = bill.reason === 'cycle' ? created : starts;
  const line = {
    id: `il_${id}`,
    object: 'line_item',
    period: { start: starts, end: ends },
    parent: { subscription_item_details: { proration: false, subscription } },
  } satisfies Shape<Stripe.InvoiceLineItem>;
  return {
    id,
    object: 'invoice',
    created,
    status: isPaid ? 'paid' : unpaid,
    billing_reason: billingReasons[bill.reason],
    currency,
    amount_due: price.amount,
    amount_paid: isPaid ? price.amount : 0,
    period_start: period,
    period_end: period,
    status_transitions: { paid_at: isPaid && paidAt ? toSeconds(paidAt) : null },
    customer: planOf(state, subscription).customer,
    parent: { type: 'subscription_details', subscription_details: { metadata, subscription } },
    lines: { object: 'list', has_more: false, data: [line] },
  } satisfies Shape<Stripe.Invoice>;
}

function toInvoicePayment(_: StripeState, { id, created, state, price, paymentId }: BillRecord) {
  if (paymentId === undefined || price.amount === 0) return undefined;
  return {
    id: `inpay_${id}`,
    object: 'invoice_payment',
    created: toSeconds(created),
    status: state,
    invoice: id,
    payment: { type: 'payment_intent', payment_intent: paymentId },
  } satisfies Shape<Stripe.InvoicePayment>;
}

const subscriptionStatuses = {
  incomplete: 'incomplete',
  active: 'active',
  past_due: 'past_due',
  ended: 'canceled',
} as const satisfies Record<SubscriptionRecord['state'], Stripe.Subscription.Status>;

export function toSubscription(state: StripeState, subscription: SubscriptionRecord) {
  const { id, endsAtPeriodEnd } = subscription;
  const { price, customer, schedule, paymentMethod } = planOf(state, id);
  const end = toSeconds(subscription.periodEnds);
  const item = {
    id: itemId(id),
    object: 'subscription_item',
    current_period_start: toSeconds(subscription.periodStarts),
    current_period_end: end,
    subscription: id,
    price,
    quantity: 1,
  } satisfies Shape<Stripe.SubscriptionItem>;
  return {
    id,
    object: 'subscription',
    status: subscriptionStatuses[subscription.state],
    cancel_at: endsAtPeriodEnd ? end : null,
    cancel_at_period_end: endsAtPeriodEnd,
    metadata: subscription.metadata,
    customer,
    items: { object: 'list', data: [item], has_more: false },
    latest_invoice: subscription.latestBillId,
    schedule,
    default_payment_method: paymentMethod,
  } satisfies Shape<Stripe.Subscription>;
}

const refundStatuses = {
  pending: 'pending',
  stuck: 'requires_action',
  succeeded: 'succeeded',
  failed: 'failed',
} as const satisfies Record<RefundRecord['state'], string>;

export function toRefund(_: StripeState, refund: RefundRecord) {
  const { id, refundId, paymentId, amount, madeAt, state } = refund;
  return {
    id,
    object: 'refund',
    created: toSeconds(madeAt),
    amount: amount.amount,
    currency: amount.currency.toLowerCase(),
    metadata: refundId === undefined ? {} : { refund_id: refundId },
    status: refundStatuses[state],
    payment_intent: paymentId,
  } satisfies Shape<Stripe.Refund>;
}

function toDispute(_: StripeState, dispute: DisputeRecord) {
  const { id, paymentId, amount, openedAt, state } = dispute;
  return {
    id,
    object: 'dispute',
    created: toSeconds(openedAt),
    amount: amount.amount,
    currency: amount.currency.toLowerCase(),
    status: state === 'open' ? 'needs_response' : state,
    payment_intent: paymentId,
  } satisfies Shape<Stripe.Dispute>;
}

/** Returns the id of a subscription's only item. */
export function itemId(subscription: string): string {
  return subscription.replace('sub_', 'si_');
}

function chargeId(payment: string): string {
  return payment.replace('pi_', 'ch_');
}

function tableOf<Row, Shown extends { id: string }>(
  state: StripeState,
  records: ReadonlyMap<string, Row>,
  show: (state: StripeState, row: Row) => Shown | undefined,
  toKey = (id: string) => id,
): ObjectTable<Shown> {
  const toShown = (row: Row | undefined): Shown | undefined => {
    const shown = row && show(state, row);
    return shown && { ...shown, ...state.overrides.get(shown.id) };
  };
  const values = () => [...records.values()].flatMap((row) => toShown(row) ?? []);
  return {
    get: (id) => toShown(records.get(toKey(id))),
    keys: () => records.keys(),
    values,
    get size() {
      return values().length;
    },
  };
}
