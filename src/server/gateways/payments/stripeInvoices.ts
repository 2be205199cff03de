import type Stripe from 'stripe';
import { type Invoice, PaymentProtocolError } from '#server/gateways/payments/payments.ts';
import type { StripeClient } from '#server/gateways/payments/stripeClient.ts';
import { idOf, toDate, toMoney } from '#server/gateways/payments/stripeMoney.ts';

/** The metadata of a subscription about its last change. Each bill has a copy from the time when it was made. */
export type ChangeMark = { change_id: string; change: 'upgrade' | 'downgrade' };

export async function readInvoice(client: StripeClient, invoiceId: string): Promise<Invoice> {
  return toInvoice(
    await client.ask((stripe) => stripe.invoices.retrieve(invoiceId, { expand: ['payments'] })),
  );
}

/** Returns the bill that paid for a change, if there is one. */
export async function findChangeInvoice(
  client: StripeClient,
  subscription: string,
  changeId: string,
): Promise<Invoice | undefined> {
  const { data } = await client.ask((stripe) =>
    stripe.invoices.list({ subscription, limit: 20, expand: ['data.payments'] }),
  );
  return data.map(toInvoice).find((invoice) => invoice.changeId === changeId);
}

/** Maps a bill to ours. It must have been requested with its payments expanded. */
export function toInvoice(invoice: Stripe.Invoice): Invoice {
  const details = invoice.parent?.subscription_details;
  const line = paidLine(invoice);
  const reason = details && line ? reasonOf(invoice.billing_reason, details.metadata) : 'other';
  const state = stateOf(invoice.status);
  const period = line?.period ?? { start: invoice.period_start, end: invoice.period_end };
  return {
    invoiceId: invoice.id,
    subscriptionId: idOf(details?.subscription),
    reason,
    changeId: reason === 'change' ? details?.metadata?.['change_id'] : undefined,
    state,
    price: toMoney(state === 'paid' ? invoice.amount_paid : invoice.amount_due, invoice.currency),
    paymentId: paymentOf(invoice),
    starts: toDate(period.start),
    ends: toDate(period.end),
  };
}

/** Returns the line for a whole period. Bills without one are for parts of periods, or were made by hand. */
function paidLine({ lines }: Stripe.Invoice): Stripe.InvoiceLineItem | undefined {
  return lines.data
    .filter(({ parent }) => parent?.subscription_item_details?.proration === false)
    .toSorted((one, other) => other.period.end - one.period.end)[0];
}

/**
 * Returns why a bill was made. Our changes are recognised by the mark in the subscription's metadata. An upgrade starts
 * a new period. A downgrade takes effect at a period's end, so its first bill is a renewal; Stripe calls it an update
 * when the length of the period changes. An update without a mark was made by hand at Stripe.
 */
function reasonOf(
  reason: Stripe.Invoice['billing_reason'],
  metadata: Stripe.Metadata | null,
): Invoice['reason'] {
  if (reason === 'subscription_create') return 'create';
  if (reason === 'subscription_cycle') return 'cycle';
  if (reason !== 'subscription_update') return 'other';
  const change = metadata?.['change'];
  if (change === 'upgrade') return 'change';
  return change === 'downgrade' ? 'cycle' : 'other';
}

function stateOf(status: Stripe.Invoice['status']): Invoice['state'] {
  switch (status) {
    case 'draft':
    case 'open':
      return 'open';
    case 'paid':
      return 'paid';
    case 'void':
      return 'void';
    case 'uncollectible':
      return 'uncollectible';
    default:
      throw new PaymentProtocolError(`A bill of Stripe is ${String(status)}`);
  }
}

function paymentOf({ payments }: Stripe.Invoice): string | undefined {
  const made = payments?.data ?? [];
  const payment = (made.find(({ status }) => status === 'paid') ?? made[0])?.payment;
  return idOf(payment?.payment_intent) ?? idOf(payment?.charge);
}
