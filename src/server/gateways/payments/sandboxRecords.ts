import * as z from 'zod/mini';
import { paymentMethods } from '#domain/orders/payments.ts';
import { type Currency, allCurrencies } from '#domain/pricing/money.ts';
import type {
  BillRecord,
  CheckoutRecord,
  DisputeRecord,
  PaymentRecord,
  RefundRecord,
  SubscriptionRecord,
} from '#server/gateways/payments/providerRecords.ts';

const method = z.enum(paymentMethods);
const interval = z.enum(['month', 'year']);
const metadata = z.record(z.string(), z.string());
const money = z.object({ amount: z.int(), currency: z.enum<Currency[]>(allCurrencies) });
const paidMoney = z.object({ amount: z.int(), currency: z.string() });

const checkout: z.ZodMiniType<CheckoutRecord> = z.object({
  id: z.string(),
  method,
  orderId: z.string(),
  attempt: z.exactOptional(z.int()),
  product: z.string(),
  description: z.string(),
  price: money,
  following: z.optional(money),
  interval: z.optional(interval),
  successUrl: z.string(),
  cancelUrl: z.string(),
  expires: z.date(),
  paymentMetadata: metadata,
  planMetadata: metadata,
  state: z.enum(['open', 'processing', 'failed', 'expired', 'paid']),
  paymentId: z.exactOptional(z.string()),
  subscriptionId: z.exactOptional(z.string()),
  billId: z.exactOptional(z.string()),
});

const payment: z.ZodMiniType<PaymentRecord> = z.object({
  id: z.string(),
  method,
  created: z.date(),
  price: paidMoney,
  state: z.enum(['open', 'unconfirmed', 'processing', 'failed', 'paid']),
  paid: paidMoney,
  paidAt: z.exactOptional(z.date()),
  metadata,
});

const subscription: z.ZodMiniType<SubscriptionRecord> = z.object({
  id: z.string(),
  method,
  product: z.string(),
  price: money,
  interval,
  anchor: z.date(),
  state: z.enum(['incomplete', 'active', 'past_due', 'ended']),
  endsAtPeriodEnd: z.boolean(),
  periodStarts: z.date(),
  periodEnds: z.date(),
  latestBillId: z.string(),
  metadata,
  next: z.optional(z.object({ product: z.string(), price: money, interval })),
  cardPage: z.exactOptional(z.object({ doneUrl: z.string(), backUrl: z.string() })),
});

const bill: z.ZodMiniType<BillRecord> = z.object({
  id: z.string(),
  subscriptionId: z.string(),
  created: z.date(),
  reason: z.enum(['create', 'cycle', 'change', 'other']),
  state: z.enum(['open', 'paid']),
  price: paidMoney,
  attempts: z.int(),
  paymentId: z.exactOptional(z.string()),
  starts: z.date(),
  ends: z.date(),
  metadata,
});

const refund: z.ZodMiniType<RefundRecord> = z.object({
  id: z.string(),
  refundId: z.optional(z.string()),
  paymentId: z.string(),
  amount: paidMoney,
  madeAt: z.date(),
  state: z.enum(['pending', 'stuck', 'succeeded', 'failed']),
});

const dispute: z.ZodMiniType<DisputeRecord> = z.object({
  id: z.string(),
  paymentId: z.string(),
  amount: paidMoney,
  state: z.enum(['open', 'won', 'lost']),
  openedAt: z.date(),
});

/** The tables of the sandbox's books. */
export const sandboxRecords = z.object({
  checkouts: z.array(checkout),
  payments: z.array(payment),
  subscriptions: z.array(subscription),
  bills: z.array(bill),
  refunds: z.array(refund),
  disputes: z.array(dispute),
});
