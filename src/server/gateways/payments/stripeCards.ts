import type Stripe from 'stripe';
import {
  type CardPageRequest,
  PaymentDeclinedError,
  PaymentProtocolError,
} from '#server/gateways/payments/payments.ts';
import { stripeLocales } from '#server/gateways/payments/stripeCheckoutRequest.ts';
import type { StripeClient } from '#server/gateways/payments/stripeClient.ts';
import { idOf } from '#server/gateways/payments/stripeMoney.ts';

/** Opens Stripe's customer portal, for another card only. The portal must be activated at Stripe. */
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
 * Uses a card that the buyer entered in the portal. Stripe stores it at the customer only, but a subscription from
 * Checkout has its own card, which takes precedence, and an open bill waits for the next retry. The bill is paid before
 * the card is set at the subscription: after an interruption the cards still differ, so a repeated call continues, and
 * Stripe repeats its outcome by the idempotency key.
 */
export async function payOpenBill(client: StripeClient, id: string): Promise<void> {
  const subscription = await client.ask((stripe) =>
    stripe.subscriptions.retrieve(id, { expand: ['customer', 'latest_invoice'] }),
  );
  const card = enteredCard(subscription);
  if (card === undefined) return;
  const declined = await payBill(client, subscription, card);
  await client.ask((stripe) => stripe.subscriptions.update(id, { default_payment_method: card }));
  if (declined) throw declined;
}

/** Returns the customer's card if it differs from the subscription's. */
function enteredCard({ customer, default_payment_method: own }: Stripe.Subscription) {
  if (typeof customer !== 'object' || customer.deleted) return undefined;
  const entered = idOf(customer.invoice_settings.default_payment_method);
  return entered === idOf(own) ? undefined : entered;
}

/** Pays an open bill. Returns the error of a declined card; throws other errors. */
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
