import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

/** The version of the API whose shapes these objects have. */
export const apiVersion = '2026-10-28.endive';

/** The parts of Stripe's objects that the server keeps; the types are those of the pinned library. */
export type Session = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'created'
  | 'status'
  | 'payment_status'
  | 'mode'
  | 'url'
  | 'expires_at'
  | 'client_reference_id'
  | 'metadata'
  | 'currency'
  | 'amount_total'
  | 'amount_subtotal'
  | 'locale'
  | 'customer_email'
  | 'livemode'
  | 'success_url'
  | 'cancel_url'
> & {
  payment_intent: string | null;
  invoice: string | null;
  subscription: string | null;
  customer: string | null;
};

export type Intent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'created'
  | 'amount'
  | 'amount_received'
  | 'currency'
  | 'status'
  | 'metadata'
  | 'livemode'
> & {
  latest_charge: string | null;
  last_payment_error: { type: string; code: string; decline_code?: string } | null;
};

export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'created'
  | 'amount'
  | 'amount_refunded'
  | 'currency'
  | 'refunded'
  | 'disputed'
  | 'status'
> & { payment_intent: string };

export type InvoiceObject = Pick<
  Stripe.Invoice,
  | 'id'
  | 'object'
  | 'created'
  | 'status'
  | 'billing_reason'
  | 'currency'
  | 'amount_due'
  | 'amount_paid'
  | 'amount_remaining'
  | 'total'
  | 'period_start'
  | 'period_end'
  | 'status_transitions'
  | 'parent'
  | 'attempt_count'
> & {
  customer: string;
  lines: { object: 'list'; data: LineItem[]; has_more: boolean };
};

export type LineItem = Pick<
  Stripe.InvoiceLineItem,
  'id' | 'object' | 'amount' | 'currency' | 'period' | 'parent' | 'metadata'
>;

export type InvoicePaymentObject = Pick<
  Stripe.InvoicePayment,
  | 'id'
  | 'object'
  | 'created'
  | 'amount_paid'
  | 'amount_requested'
  | 'currency'
  | 'is_default'
  | 'status'
> & { invoice: string; payment: { type: 'payment_intent'; payment_intent: string } };

export type Price = {
  id: string;
  object: 'price';
  currency: string;
  unit_amount: number;
  product: string;
  recurring: { interval: 'month' | 'year'; interval_count: number } | null;
};

export type Item = Pick<
  Stripe.SubscriptionItem,
  'id' | 'object' | 'created' | 'current_period_start' | 'current_period_end' | 'subscription'
> & { price: Price; quantity: number };

export type SubscriptionObject = Pick<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'created'
  | 'status'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'canceled_at'
  | 'ended_at'
  | 'billing_cycle_anchor'
  | 'currency'
  | 'metadata'
> & {
  customer: string;
  items: { object: 'list'; data: Item[]; has_more: boolean };
  latest_invoice: string | null;
  schedule: string | null;
  default_payment_method: string | null;
};

export type CustomerObject = Pick<Stripe.Customer, 'id' | 'object' | 'created' | 'livemode'> & {
  invoice_settings: { default_payment_method: string | null };
};

export type PortalSession = Pick<
  Stripe.BillingPortal.Session,
  'id' | 'object' | 'created' | 'customer' | 'livemode' | 'return_url' | 'url'
> & { locale: string | null; flow: { type: string; doneUrl: string | undefined } | null };

export type SchedulePhase = {
  start_date: number;
  end_date: number;
  items: { price: string; quantity: number }[];
  metadata: Record<string, string>;
  billing_cycle_anchor: 'automatic' | 'phase_start' | null;
  proration_behavior: string;
};

export type Schedule = {
  id: string;
  object: 'subscription_schedule';
  created: number;
  status: 'active' | 'released' | 'canceled' | 'completed';
  subscription: string | null;
  end_behavior: string;
  metadata: Record<string, string>;
  phases: SchedulePhase[];
};

export type RefundObject = Pick<
  Stripe.Refund,
  'id' | 'object' | 'created' | 'amount' | 'currency' | 'metadata' | 'status' | 'reason'
> & { payment_intent: string; charge: string };

export type DisputeObject = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'created' | 'amount' | 'currency' | 'status' | 'reason'
> & { payment_intent: string; charge: string };

export type Coupon = Pick<
  Stripe.Coupon,
  'id' | 'object' | 'amount_off' | 'currency' | 'duration' | 'max_redemptions' | 'name'
> & { times_redeemed: number; created: number };

export type Product = Pick<Stripe.Product, 'id' | 'object' | 'created' | 'name' | 'metadata'>;

export type EventObject = Pick<
  Stripe.Event,
  'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks'
> & { type: string; data: { object: unknown } };

/** The behaviour of a customer's card when it is charged. */
export type Card = 'works' | 'is declined' | 'asks for a confirmation';

/** The product of a session, which Stripe keeps but does not show. */
export type SessionPlan = {
  price: Price;
  coupon: Coupon | undefined;
  metadata: Record<string, string>;
};

export type StripeWorld = {
  url: string;
  /** Seconds that this clock is ahead of the machine's. */
  ahead: number;
  sessions: Map<string, Session>;
  plans: Map<string, SessionPlan>;
  intents: Map<string, Intent>;
  charges: Map<string, Charge>;
  invoices: Map<string, InvoiceObject>;
  payments: Map<string, InvoicePaymentObject>;
  subscriptions: Map<string, SubscriptionObject>;
  schedules: Map<string, Schedule>;
  prices: Map<string, Price>;
  products: Map<string, Product>;
  coupons: Map<string, Coupon>;
  refunds: Map<string, RefundObject>;
  disputes: Map<string, DisputeObject>;
  customers: Map<string, CustomerObject>;
  portals: Map<string, PortalSession>;
  /** Whether the customer portal has a configuration, which the dashboard makes. */
  hasPortal: boolean;
  /** Of customers' first payment methods; works when it is not here. */
  cards: Map<string, Card>;
  /** Payment methods that were given in the portal. */
  methods: Map<string, { customer: string; card: Card }>;
  /** Whether refunds wait until `settleRefund`, as those of bank transfers do. */
  refundsWait: boolean;
  events: EventObject[];
};

export function newStripeWorld(): StripeWorld {
  return {
    url: '',
    ahead: 0,
    sessions: new Map(),
    plans: new Map(),
    intents: new Map(),
    charges: new Map(),
    invoices: new Map(),
    payments: new Map(),
    subscriptions: new Map(),
    schedules: new Map(),
    prices: new Map(),
    products: new Map(),
    coupons: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    customers: new Map(),
    portals: new Map(),
    hasPortal: true,
    cards: new Map(),
    methods: new Map(),
    refundsWait: false,
    events: [],
  };
}

/** Returns the time of Stripe's clock, in seconds. */
export function nowOf(world: StripeWorld): number {
  return Math.floor(Date.now() / 1_000) + world.ahead;
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Records what happened, as the message that Stripe would send. */
export function emit(world: StripeWorld, type: string, object: { id: string }): EventObject {
  const event: EventObject = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: nowOf(world),
    livemode: false,
    pending_webhooks: 1,
    type,
    data: { object: structuredClone(object) },
  };
  world.events.push(event);
  return event;
}
