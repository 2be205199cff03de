import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CheckoutRequest, PaymentDeclinedError } from '#server/gateways/payments/payments.ts';
import { stripeGateway } from '#server/gateways/payments/stripe.ts';
import { checkoutRequest } from '../../../../setup/gatewayHarness.ts';
import { rejection } from '../../../../setup/rejection.ts';
import { testLimits, stripeHarness } from '../../../../setup/stripe/stripePromises.ts';
import { type StripeServer, startStripeServer } from '../../../../setup/stripe/stripeServer.ts';

let server: StripeServer;

beforeEach(async () => {
  server = await startStripeServer();
});

afterEach(() => server.close());

const gatewayOf = () => stripeGateway(server.config, testLimits);
const requestOf = (more: Partial<CheckoutRequest> = {}) =>
  checkoutRequest(stripeHarness(server), more);

describe('an upgrade at Stripe', () => {
  const price = { amount: 899, currency: 'USD' } as const;
  const change = {
    changeId: 'upgrade-of-a-test',
    product: 'pro_month',
    price: { amount: 2_899, currency: 'USD' },
    description: 'Pro',
  } as const;

  async function subscribe() {
    const request = requestOf({ product: 'basic_month', price, following: price });
    const { providerId } = await gatewayOf().openCheckout(request);
    server.buyer.pay(providerId);
    const id = server.sessions.get(providerId)?.subscription ?? '';
    const customer = server.subscriptions.get(id)?.customer ?? '';
    const { subscriptions } = gatewayOf();
    if (!subscriptions) throw new Error('Stripe renews');
    return { id, customer, subscriptions };
  }

  it('fails when the bank asks for a confirmation, and changes nothing', async () => {
    const { id, customer, subscriptions } = await subscribe();
    const before = structuredClone(server.subscriptions.get(id));
    server.books.cards.set(customer, 'asks for a confirmation');
    const asked = rejection(subscriptions.upgrade(id, change));
    expect(await asked).toBeInstanceOf(PaymentDeclinedError);
    expect(server.subscriptions.get(id)).toEqual(before);
  });

  it('charges once also if it is requested again after Stripe dropped the key', async () => {
    const { id, subscriptions } = await subscribe();
    const first = await subscriptions.upgrade(id, change);
    server.advance(3 * 86_400);
    expect(await subscriptions.upgrade(id, change)).toEqual(first);
    expect(server.invoices.size).toBe(2);
  });

  it('continues a plan that was to end', async () => {
    const { id, subscriptions } = await subscribe();
    await subscriptions.setEndsAtPeriodEnd(id, true);
    await subscriptions.upgrade(id, change);
    expect((await subscriptions.read(id)).endsAtPeriodEnd).toBe(false);
  });

  it('lists its payment with the bill, which leads to the subscription', async () => {
    const { id, subscriptions } = await subscribe();
    const { invoiceId, paymentId } = await subscriptions.upgrade(id, change);
    const listed = [];
    for await (const payment of gatewayOf().listPaid(new Date(Date.now() - 60_000))) {
      listed.push(payment);
    }
    expect(listed).toContainEqual(expect.objectContaining({ paymentId, invoiceId }));
    expect(listed).toHaveLength(2);
  });
});

describe('a refund at Stripe', () => {
  it('is made once also if it is requested again after Stripe dropped the key', async () => {
    const { providerId } = await gatewayOf().openCheckout(requestOf());
    server.buyer.pay(providerId);
    const state = await gatewayOf().readCheckout(providerId);
    if (state.kind !== 'paid') throw new Error('It was paid');
    const amount = { amount: 100, currency: 'USD' } as const;
    const { paymentId, paid } = state;
    const request = { refundId: 'ours', paymentId, paid, amount, reason: 'asked for' };
    const first = await gatewayOf().refund(request);
    server.advance(3 * 86_400);
    expect(await gatewayOf().refund(request)).toEqual(first);
    expect(server.refunds.size).toBe(1);
  });
});

it('lists more payments than fit on a page', async () => {
  for (let count = 0; count < 120; count += 1) {
    const { providerId } = await gatewayOf().openCheckout(requestOf());
    server.buyer.pay(providerId);
  }
  const ids = new Set<string>();
  for await (const { paymentId } of gatewayOf().listPaid(new Date(Date.now() - 60_000))) {
    ids.add(paymentId);
  }
  expect(ids.size).toBe(120);
  const pages = server.requests.filter(({ path }) => path === '/v1/payment_intents');
  expect(pages).toHaveLength(2);
});
