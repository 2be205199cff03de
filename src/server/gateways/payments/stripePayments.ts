import type Stripe from 'stripe';
import { type ListedPayment, PaymentUnknownError } from '#server/gateways/payments/payments.ts';
import type { StripeClient } from '#server/gateways/payments/stripeClient.ts';
import { idOf, toDate, toMoney } from '#server/gateways/payments/stripeMoney.ts';

/** Stripe's largest page. */
const pageSize = 100;

/** A listing that is longer was asked for from too long ago. */
const mostPages = 200;

/** Payments are listed by when they began; the money can come this much later while a page is open. */
const longestCheckoutSeconds = 24 * 3_600;

/** Lists succeeded payments. Every payment is a payment intent, whether a page or the bill of a subscription asked for it. */
export async function* listPaid(client: StripeClient, since: Date): AsyncGenerator<ListedPayment> {
  const sinceSeconds = Math.floor(since.getTime() / 1_000);
  let after: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { data, has_more: hasMore } = await client.ask((stripe) =>
      stripe.paymentIntents.list({
        limit: pageSize,
        created: { gte: sinceSeconds - longestCheckoutSeconds },
        expand: ['data.latest_charge'],
        ...(after === undefined ? {} : { starting_after: after }),
      }),
    );
    for (const intent of data) {
      const paidAt = paidAtOf(intent);
      if (intent.status === 'succeeded' && paidAt >= sinceSeconds) {
        yield await toListed(client, intent, paidAt);
      }
    }
    after = data.at(-1)?.id;
    if (!hasMore || after === undefined) return;
  }
  throw new PaymentUnknownError(`Stripe lists more than ${mostPages * pageSize} payments`);
}

async function toListed(
  client: StripeClient,
  intent: Stripe.PaymentIntent,
  paidAt: number,
): Promise<ListedPayment> {
  const orderId = intent.metadata['order_id'];
  return {
    paymentId: intent.id,
    paid: toMoney(intent.amount_received, intent.currency),
    paidAt: toDate(paidAt),
    orderId,
    checkoutId: undefined,
    // Stripe does not copy a subscription's metadata to its payments.
    invoiceId: orderId === undefined ? await invoiceOf(client, intent.id) : undefined,
  };
}

async function invoiceOf(client: StripeClient, intent: string): Promise<string | undefined> {
  const { data } = await client.ask((stripe) =>
    stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intent },
      limit: 1,
    }),
  );
  return idOf(data[0]?.invoice);
}

/** When the charge was made; of a bank transfer, when it was begun. */
function paidAtOf({ latest_charge: charge, created }: Stripe.PaymentIntent): number {
  return typeof charge === 'object' && charge !== null ? charge.created : created;
}
