import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { ProviderBooks } from '#server/gateways/payments/providerBooks.ts';
import type { Card, RecordKind } from '#server/gateways/payments/providerRecords.ts';

/** The version of the API whose shapes these objects have. */
export const apiVersion = '2026-10-28.endive';

export type Price = {
  id: string;
  object: 'price';
  currency: string;
  unit_amount: number;
  product: string;
  recurring: { interval: 'month' | 'year'; interval_count: number } | null;
};

export type Product = Pick<Stripe.Product, 'id' | 'object' | 'created' | 'name' | 'metadata'>;

export type Coupon = Pick<
  Stripe.Coupon,
  'id' | 'object' | 'amount_off' | 'currency' | 'duration' | 'max_redemptions' | 'name'
> & { times_redeemed: number; created: number };

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

export type EventObject = Pick<
  Stripe.Event,
  'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks'
> & { type: string; data: { object: unknown } };

/** Fields of a session that only Stripe has: the books have the others. */
export type SessionDetails = {
  created: number;
  price: Price;
  coupon: Coupon | undefined;
  metadata: Record<string, string>;
};

/** Fields of a subscription that only Stripe has. */
export type PlanDetails = {
  price: Price;
  customer: string;
  schedule: string | null;
  /** Checkout gives each subscription a payment method of its own. */
  paymentMethod: string;
};

export type StripeState = {
  url: string;
  /** Its cards are those of customers' first payment methods. */
  books: ProviderBooks;
  sessionDetails: Map<string, SessionDetails>;
  planDetails: Map<string, PlanDetails>;
  schedules: Map<string, Schedule>;
  prices: Map<string, Price>;
  products: Map<string, Product>;
  coupons: Map<string, Coupon>;
  customers: Map<string, CustomerObject>;
  portals: Map<string, PortalSession>;
  /** Whether the customer portal has a configuration, which the dashboard makes. */
  hasPortal: boolean;
  /** Payment methods that were given in the portal. */
  methods: Map<string, { customer: string; card: Card }>;
  /** Fields that objects are shown with instead of their own, by id. */
  overrides: Map<string, object>;
  events: EventObject[];
};

const prefixes: Readonly<Record<RecordKind, string>> = {
  checkout: 'cs_test',
  payment: 'pi',
  subscription: 'sub',
  bill: 'in',
  refund: 're',
  dispute: 'du',
};

export function newStripeState(): StripeState {
  return {
    url: '',
    books: new ProviderBooks((kind) => newId(prefixes[kind])),
    sessionDetails: new Map(),
    planDetails: new Map(),
    schedules: new Map(),
    prices: new Map(),
    products: new Map(),
    coupons: new Map(),
    customers: new Map(),
    portals: new Map(),
    hasPortal: true,
    methods: new Map(),
    overrides: new Map(),
    events: [],
  };
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Returns the time of Stripe's clock, in seconds. */
export function secondsNow({ books }: StripeState): number {
  return toSeconds(books.now());
}

export function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}

export function planOf({ planDetails }: StripeState, subscription: string): PlanDetails {
  const details = planDetails.get(subscription);
  if (!details) throw new Error(`No subscription ${subscription}`);
  return details;
}
