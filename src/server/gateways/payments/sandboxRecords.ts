import { randomUUID } from 'node:crypto';
import type { Money } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import { type PlanProduct, isPlan } from '#domain/planTerms.ts';
import type { Product } from '#domain/plans.ts';

/** The sandbox's two methods: one redirects to its page, the other shows a code with the page's URL. */
export type SandboxMethod = Extract<PaymentMethod, 'sandbox' | 'sandbox_scan'>;

export type SandboxOpening = {
  method: SandboxMethod;
  orderId: string;
  attempt: number;
  product: Product;
  description: string;
  price: Money;
  following?: Money | undefined;
  successUrl: string;
  cancelUrl: string;
  expires: Date;
};

export type SandboxCheckout = SandboxOpening & {
  id: string;
  state: 'open' | 'processing' | 'failed' | 'expired' | 'paid';
  paid?: Money;
  paymentId?: string | undefined;
  paidAt?: Date;
  subscriptionId?: string;
  billId?: string;
};

export type SandboxSubscription = {
  id: string;
  method: SandboxMethod;
  orderId: string;
  product: Product;
  price: Money;
  state: 'active' | 'past_due' | 'ended';
  endsAtPeriodEnd: boolean;
  periodStarts: Date;
  periodEnds: Date;
  latestBillId: string;
  /** The waiting downgrade. */
  next?: { product: Product; price: Money } | undefined;
  /** The targets of the page for another card. */
  cardPage?: { doneUrl: string; backUrl: string };
};

export type SandboxBill = {
  id: string;
  subscriptionId: string;
  reason: 'create' | 'cycle' | 'change';
  changeId?: string | undefined;
  state: 'open' | 'paid';
  price: Money;
  paymentId?: string | undefined;
  paidAt?: Date;
  starts: Date;
  ends: Date;
};

export type SandboxRefund = {
  id: string;
  refundId: string;
  paymentId: string;
  amount: Money;
  madeAt: Date;
};

export type SandboxDispute = {
  id: string;
  paymentId: string;
  amount: Money;
  state: 'open' | 'won' | 'lost';
  openedAt: Date;
};

const dateFields = new Set([
  'expires',
  'paidAt',
  'periodStarts',
  'periodEnds',
  'starts',
  'ends',
  'madeAt',
  'openedAt',
]);

/** The reviver of `JSON.parse` for these records, because JSON has no dates. */
export function parseDates(key: string, value: unknown): unknown {
  return dateFields.has(key) && typeof value === 'string' ? new Date(value) : value;
}

/** Returns the product as a plan. Throws for other products, which have no periods. */
export function planOf(product: Product): PlanProduct {
  if (isPlan(product)) return product;
  throw new Error(`${product} is no plan`);
}

export function newId(kind: string): string {
  return `sandbox_${kind}_${randomUUID().replaceAll('-', '')}`;
}
