import type { Money, PaidMoney } from '#domain/pricing/money.ts';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import { addMonths } from '#domain/plans/planTerms.ts';

/** Texts of ours that the provider keeps with a record. */
export type Metadata = Readonly<Record<string, string>>;

export type Interval = 'month' | 'year';

/** The outcome when a buyer's card is charged. */
export type Card = 'works' | 'is declined' | 'asks for a confirmation';

export type CheckoutRecord = {
  id: string;
  method: PaymentMethod;
  orderId: string;
  /** Our number of the attempt, if the provider has it. */
  attempt?: number;
  product: string;
  description: string;
  price: Money;
  /** The price of the following periods of a plan, and their length. */
  following?: Money | undefined;
  interval?: Interval | undefined;
  successUrl: string;
  cancelUrl: string;
  expires: Date;
  /** The metadata of its payment and of its plan. */
  paymentMetadata: Metadata;
  planMetadata: Metadata;
  /** `processing`: the money comes later. */
  state: 'open' | 'processing' | 'failed' | 'expired' | 'paid';
  paymentId?: string;
  subscriptionId?: string;
  billId?: string;
};

export type PaymentRecord = {
  id: string;
  method: PaymentMethod;
  created: Date;
  price: PaidMoney;
  state: 'open' | 'unconfirmed' | 'processing' | 'failed' | 'paid';
  paid: PaidMoney;
  paidAt?: Date;
  metadata: Metadata;
};

export type SubscriptionRecord = {
  id: string;
  method: PaymentMethod;
  product: string;
  price: Money;
  interval: Interval;
  /** Periods are counted from here, so that they keep its day after a shorter month. */
  anchor: Date;
  state: 'incomplete' | 'active' | 'past_due' | 'ended';
  endsAtPeriodEnd: boolean;
  periodStarts: Date;
  periodEnds: Date;
  latestBillId: string;
  metadata: Metadata;
  /** The waiting downgrade. */
  next?: PlanPrice | undefined;
  /** The targets of the sandbox's page for another card. */
  cardPage?: { doneUrl: string; backUrl: string };
};

export type PlanPrice = Pick<SubscriptionRecord, 'product' | 'price' | 'interval'>;

export type BillRecord = {
  id: string;
  subscriptionId: string;
  created: Date;
  reason: 'create' | 'cycle' | 'change' | 'other';
  state: 'open' | 'paid';
  price: PaidMoney;
  /** How often it was charged. */
  attempts: number;
  paymentId?: string;
  starts: Date;
  ends: Date;
  /** That of the subscription when the bill was made. */
  metadata: Metadata;
};

export type RefundRecord = {
  id: string;
  /** Our own id; `undefined` for a refund that was made at the provider's pages. */
  refundId?: string | undefined;
  paymentId: string;
  amount: PaidMoney;
  madeAt: Date;
  /** `stuck`: a person must act. */
  state: 'pending' | 'stuck' | 'succeeded' | 'failed';
};

export type DisputeRecord = {
  id: string;
  paymentId: string;
  amount: PaidMoney;
  state: 'open' | 'won' | 'lost';
  openedAt: Date;
};

export type RecordKind = 'checkout' | 'payment' | 'subscription' | 'bill' | 'refund' | 'dispute';

/** A change that providers send a message about. */
export type Change = {
  kind: 'checkout' | 'payment' | 'invoice' | 'subscription' | 'refund' | 'dispute';
  event: string;
  id: string;
};

/** The charge of a change was refused. Nothing was changed. */
export class DeclinedError extends Error {
  override readonly name = 'DeclinedError';
}

/** Returns the end of the period that starts at `starts`, counted from the anchor: 31 January leads to 31 March. */
export function periodEnd(anchor: Date, interval: Interval, starts: Date): Date {
  for (let count = 1; ; count += 1) {
    const end = addMonths(anchor, interval === 'year' ? 12 * count : count);
    if (end > starts) return end;
  }
}
