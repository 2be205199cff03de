import type Stripe from 'stripe';
import type { ListedPayment } from '#server/gateways/payments/payments.ts';
import type { StripeClient } from '#server/gateways/payments/stripeClient.ts';
import { listAll, secondsOf } from '#server/gateways/payments/stripeLists.ts';
import { idOf, toDate, toMoney } from '#server/gateways/payments/stripeMoney.ts';

/** Payments are listed by their creation. The money can arrive this much later, while a page is open. */
const longestCheckoutSeconds = 24 * 3_600;

/** Lists succeeded payments. Every payment is a payment intent, both of pages and of subscriptions' bills. */
export async function* listPaid(client: StripeClient, since: Date): AsyncGenerator<ListedPayment> {
  const sinceSeconds = secondsOf(since);
  const intents = listAll(client, (stripe, page) =>
    stripe.paymentIntents.list({
      ...page,
      created: { gte: sinceSeconds - longestCheckoutSeconds },
      expand: ['data.latest_charge'],
    }),
  );
  for await (const intent of intents) {
    const paidAt = paidAtOf(intent);
    if (intent.status === 'succeeded' && paidAt >= sinceSeconds) {
      yield await toListed(client, intent, paidAt);
    }
  }
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

/** Returns when the charge was made (seconds); for a bank transfer, when it started. */
function paidAtOf({ latest_charge: charge, created }: Stripe.PaymentIntent): number {
  return typeof charge === 'object' && charge !== null ? charge.created : created;
}
