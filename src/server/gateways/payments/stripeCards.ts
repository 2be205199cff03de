import type Stripe from 'stripe';
import {
  type CardPageRequest,
  PaymentDeclinedError,
  PaymentProtocolError,
} from '#server/gateways/payments/payments.ts';
import { stripeLocales } from '#server/gateways/payments/stripeCheckoutRequest.ts';
import type { StripeClient } from '#server/gateways/payments/stripeClient.ts';
import { idOf } from '#server/gateways/payments/stripeMoney.ts';

/** Opens Stripe's customer portal for another card and nothing else. The portal must be activated at Stripe. */
export async function openCardPage(
  client: StripeClient,
  id: string,
  { language, doneUrl, backUrl }: CardPageRequest,
): Promise<string> {
  const subscription = await client.ask((stripe) => stripe.subscriptions.retrieve(id));
  const customer = idOf(subscription.customer);
  if (customer === undefined) throw new PaymentProtocolError('A subscription has no customer');
  const session = await client.ask((stripe) =>
    stripe.billingPortal.sessions.create({
      customer,
      return_url: backUrl,
      locale: stripeLocales[language],
      flow_data: {
        type: 'payment_method_update',
        after_completion: { type: 'redirect', redirect: { return_url: doneUrl } },
      },
    }),
  );
  return session.url;
}

/**
 * Takes a card that the buyer gave in the portal into use. Stripe makes it the customer's, but a subscription from Checkout
 * has a card of its own, which comes first, and an open bill waits for the next try. The bill is paid before the card is
 * the subscription's: a cut-off call finds the difference again, and Stripe repeats its outcome by the key.
 */
export async function payOpenBill(client: StripeClient, id: string): Promise<void> {
  const subscription = await client.ask((stripe) =>
    stripe.subscriptions.retrieve(id, { expand: ['customer', 'latest_invoice'] }),
  );
  const card = givenCard(subscription);
  if (card === undefined) return;
  const declined = await payBill(client, subscription, card);
  await client.ask((stripe) => stripe.subscriptions.update(id, { default_payment_method: card }));
  if (declined) throw declined;
}

/** Returns the customer's card where it is another one than the subscription's. */
function givenCard({ customer, default_payment_method: own }: Stripe.Subscription) {
  if (typeof customer !== 'object' || customer.deleted) return undefined;
  const given = idOf(customer.invoice_settings.default_payment_method);
  return given === idOf(own) ? undefined : given;
}

/** Returns the error of a declined card. */
async function payBill(
  client: StripeClient,
  { latest_invoice: bill }: Stripe.Subscription,
  card: string,
): Promise<PaymentDeclinedError | undefined> {
  if (typeof bill !== 'object' || bill?.status !== 'open') return undefined;
  const idempotencyKey = `card-${bill.id}-${card}`;
  try {
    await client.ask((stripe) =>
      stripe.invoices.pay(bill.id, { payment_method: card }, { idempotencyKey }),
    );
    return undefined;
  } catch (error) {
    if (error instanceof PaymentDeclinedError) return error;
    throw error;
  }
}
