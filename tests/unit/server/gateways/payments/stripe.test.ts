import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CheckoutRequest,
  PaymentProtocolError,
  PaymentUnknownError,
} from '#server/gateways/payments/payments.ts';
import { stripeGateway } from '#server/gateways/payments/stripe.ts';
import { languages } from '#domain/languages/languages.ts';
import { checkoutRequest } from '../../../../setup/gatewayHarness.ts';
import { rejection } from '../../../../setup/rejection.ts';
import { testLimits, stripeHarness } from '../../../../setup/stripe/stripePromises.ts';
import { type StripeServer, startStripeServer } from '../../../../setup/stripe/stripeServer.ts';

let server: StripeServer;

beforeEach(async () => {
  server = await startStripeServer();
});

afterEach(() => server.close());

const gatewayOf = (limits = testLimits) => stripeGateway(server.config, limits);
const requestOf = (more: Partial<CheckoutRequest> = {}) =>
  checkoutRequest(stripeHarness(server), more);
const lastForm = (path: string) => server.requests.findLast((one) => one.path === path)?.form;

describe('a checkout at Stripe', () => {
  it('names the order, the buyer’s language and address, and sells in the order’s currency only', async () => {
    const request = requestOf({ language: 'zh_TW', price: { amount: 65, currency: 'JPY' } });
    const { providerId } = await gatewayOf().openCheckout(request);
    expect(lastForm('/v1/checkout/sessions')).toMatchObject({
      mode: 'payment',
      client_reference_id: request.orderId,
      metadata: { order_id: request.orderId },
      payment_intent_data: { metadata: { order_id: request.orderId } },
      locale: 'zh-TW',
      customer_email: request.email,
      adaptive_pricing: { enabled: 'false' },
      line_items: { 0: { price_data: { unit_amount: '65', currency: 'jpy' } } },
    });
    expect(server.sessions.get(providerId)?.amount_total).toBe(65);
  });

  it('has a language of Stripe’s for each of ours, and needs no address', async () => {
    for (const language of languages) {
      await gatewayOf().openCheckout(requestOf({ language, email: undefined }));
      expect(lastForm('/v1/checkout/sessions')?.['locale']).toBe(language.replace('_', '-'));
      expect(lastForm('/v1/checkout/sessions')).not.toHaveProperty('customer_email');
    }
  });

  it('reduces the first period by a coupon for one bill, which serves one buyer', async () => {
    const price = { amount: 809, currency: 'USD' } as const;
    const following = { amount: 899, currency: 'USD' } as const;
    const request = requestOf({ product: 'basic_month', price, following });
    const first = await gatewayOf().openCheckout(request);
    const second = await gatewayOf().openCheckout({ ...request, attempt: 2 });
    expect(lastForm('/v1/coupons')).toMatchObject({
      amount_off: '90',
      currency: 'usd',
      duration: 'once',
      max_redemptions: '1',
      name: '−10 %',
    });
    for (const { providerId } of [first, second]) server.buyer.pay(providerId);
    const states = [first, second].map(({ providerId }) => gatewayOf().readCheckout(providerId));
    expect(await Promise.all(states)).toMatchObject([{ paid: price }, { paid: price }]);
  });

  it('is paid with nothing if the whole first period is free', async () => {
    const price = { amount: 0, currency: 'USD' } as const;
    const following = { amount: 899, currency: 'USD' } as const;
    const request = requestOf({ product: 'basic_month', price, following });
    const { providerId } = await gatewayOf().openCheckout(request);
    server.buyer.pay(providerId);
    const state = await gatewayOf().readCheckout(providerId);
    expect(state).toMatchObject({ kind: 'paid', paid: price, paymentId: providerId });
  });

  it('stays open while a bank asks for a confirmation or a card is declined, and expires', async () => {
    for (const does of [server.buyer.isAskedToConfirm, server.buyer.isDeclined]) {
      const { providerId } = await gatewayOf().openCheckout(requestOf());
      does(providerId);
      expect(await gatewayOf().readCheckout(providerId)).toEqual({ kind: 'open' });
      server.advance(6_000);
      expect(await gatewayOf().readCheckout(providerId)).toEqual({ kind: 'expired' });
    }
  });

  it('begins a plan after a bank transfer, or not if it fails', async () => {
    const price = { amount: 899, currency: 'USD' } as const;
    for (const arrives of [true, false]) {
      const request = requestOf({ product: 'basic_month', price, following: price });
      const { providerId } = await gatewayOf().openCheckout(request);
      server.buyer.promise(providerId);
      expect(await gatewayOf().readCheckout(providerId)).toEqual({ kind: 'processing' });
      server.buyer.settle(providerId, arrives);
      const state = await gatewayOf().readCheckout(providerId);
      expect(state).toMatchObject(
        arrives ? { kind: 'paid', paid: price } : { kind: 'failed', reason: 'insufficient_funds' },
      );
    }
  });

  it('opens also a minute before the order’s end, although Stripe’s pages live for half an hour', async () => {
    const expires = new Date(Date.now() + 60_000);
    expect((await gatewayOf().openCheckout(requestOf({ expires }))).expires).toEqual(expires);
  });

  it('is refused beyond the day that Stripe allows, and for an attempt with other values', async () => {
    const far = requestOf({ expires: new Date(Date.now() + 30 * 3_600_000) });
    expect(await rejection(gatewayOf().openCheckout(far))).toBeInstanceOf(PaymentProtocolError);
    const request = requestOf();
    await gatewayOf().openCheckout(request);
    const other = { ...request, price: { amount: 1, currency: 'USD' } as const };
    expect(await rejection(gatewayOf().openCheckout(other))).toBeInstanceOf(PaymentProtocolError);
  });

  it('opens although Stripe repeats its own stored failure', async () => {
    const request = requestOf();
    server.faults.push({ does: 'works and answers 500', to: 'POST' });
    expect(await rejection(gatewayOf().openCheckout(request))).toBeInstanceOf(PaymentUnknownError);
    const first = await gatewayOf().openCheckout(request);
    expect(await gatewayOf().openCheckout(request)).toEqual(first);
    server.buyer.pay(first.providerId);
    expect((await gatewayOf().readCheckout(first.providerId)).kind).toBe('paid');
  });
});

describe('unexpected money at Stripe', () => {
  it('is named in its currency, also in one without offers, so that it can be quarantined', async () => {
    const { providerId } = await gatewayOf().openCheckout(requestOf());
    server.buyer.pay(providerId);
    const intent = server.sessions.get(providerId)?.payment_intent ?? '';
    server.state.overrides.set(intent, { currency: 'eur' });
    expect(await gatewayOf().readCheckout(providerId)).toMatchObject({
      kind: 'paid',
      paid: { amount: 499, currency: 'EUR' },
    });
  });

  it('shows the amount and the order of Stripe, not those of the order', async () => {
    const { providerId } = await gatewayOf().openCheckout(requestOf());
    server.buyer.pay(providerId);
    const intent = server.sessions.get(providerId)?.payment_intent ?? '';
    server.state.overrides.set(intent, { amount_received: 1, currency: 'cny' });
    server.state.overrides.set(providerId, { client_reference_id: 'another' });
    expect(await gatewayOf().readCheckout(providerId)).toMatchObject({
      paid: { amount: 1, currency: 'CNY' },
      orderId: 'another',
    });
  });

  it('has no bill that gives credits without a whole period of a known plan', async () => {
    const price = { amount: 899, currency: 'USD' } as const;
    const request = requestOf({ product: 'basic_month', price, following: price });
    const { providerId } = await gatewayOf().openCheckout(request);
    server.buyer.pay(providerId);
    const id = server.sessions.get(providerId)?.invoice ?? '';
    const bill = server.invoices.get(id);
    const showAs = (fields: object) => server.state.overrides.set(id, fields);
    const reasonNow = async () =>
      (await gatewayOf().subscriptions?.readInvoice(id))?.reason ?? 'no bill';
    expect(await reasonNow()).toBe('create');
    for (const reason of ['subscription_update', 'subscription_threshold', 'manual'] as const) {
      showAs({ billing_reason: reason });
      expect(await reasonNow()).toBe('other');
    }
    showAs({ billing_reason: 'subscription_cycle' });
    expect(await reasonNow()).toBe('cycle');
    const details = bill?.lines.data[0]?.parent?.subscription_item_details;
    Object.assign(details ?? {}, { proration: true });
    showAs({ billing_reason: 'subscription_cycle', lines: bill?.lines });
    expect(await reasonNow()).toBe('other');
    showAs({ parent: null, billing_reason: 'manual' });
    expect(await gatewayOf().subscriptions?.readInvoice(id)).toMatchObject({
      reason: 'other',
      subscriptionId: undefined,
    });
  });
});

describe('requests to Stripe', () => {
  it('are retried by the library with the same key, and end in one checkout', async () => {
    server.faults.push({ does: 'cuts the connection' }, { does: 'cuts the connection' });
    const gateway = gatewayOf({ ...testLimits, retries: 2, callMilliseconds: 20_000 });
    const { providerId } = await gateway.openCheckout(requestOf());
    expect([...server.sessions.keys()]).toEqual([providerId]);
    const keys = server.requests.map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it.each([
    'answers 500',
    'answers 429',
    'never answers',
    'cuts the connection',
    'answers garbage',
  ] as const)('leave the state unknown when Stripe %s', async (does) => {
    const { providerId } = await gatewayOf().openCheckout(requestOf());
    server.faults.push({ does }, { does });
    const gateway = gatewayOf({ ...testLimits, tryMilliseconds: 500 });
    expect(await rejection(gateway.readCheckout(providerId))).toBeInstanceOf(PaymentUnknownError);
  });

  it('end in time also if the response arrives byte by byte, which no retry ends by', async () => {
    const gateway = gatewayOf({ ...testLimits, callMilliseconds: 500 });
    server.faults.push({ does: 'answers in drops' });
    expect(await rejection(gateway.readCheckout('cs_1'))).toBeInstanceOf(PaymentUnknownError);
  });

  it('show neither keys nor addresses in their errors', async () => {
    const email = 'not an address of buyer';
    const refused = await rejection(gatewayOf().openCheckout(requestOf({ email })));
    expect(refused).toBeInstanceOf(PaymentProtocolError);
    expect(refused.message).toContain('customer_email');
    const config = { ...server.config, secretKey: 'sk_test_wrong_key_of_the_account' };
    const locked = await rejection(stripeGateway(config, testLimits).readCheckout('cs_1'));
    expect(locked).toBeInstanceOf(PaymentUnknownError);
    for (const error of [refused, locked]) {
      const shown = `${error.stack} ${JSON.stringify(error, Object.getOwnPropertyNames(error))}`;
      expect(shown).not.toContain(email);
      expect(shown).not.toContain('sk_test');
      expect(error.cause).toBeUndefined();
    }
  });

  it('refuse ids that Stripe does not have', async () => {
    for (const ask of [
      () => gatewayOf().readCheckout('cs_unknown'),
      () => gatewayOf().closeCheckout('cs_unknown'),
      () => gatewayOf().readDispute('du_unknown'),
      () => gatewayOf().readRefund({ refundId: 'ours', providerId: 're_unknown' }),
    ]) {
      expect(await rejection(ask())).toBeInstanceOf(PaymentProtocolError);
    }
  });
});
