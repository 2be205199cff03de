import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Money } from '#domain/pricing/money.ts';
import { InvalidSignatureError, PaymentUnknownError } from '#server/gateways/payments/payments.ts';
import {
  type GatewayParts,
  type GatewayHarness,
  checkoutRequest,
  paidCheckout,
} from './gatewayHarness.ts';
import { checkPayments } from './paymentPromises.ts';
import { rejection } from './rejection.ts';
import { checkSubscriptions } from './subscriptionPromises.ts';

/**
 * Promises that each gateway keeps, for any provider: the services of orders rely on nothing else. A gateway's test
 * file calls this with a server that speaks the provider's protocol.
 */
export function checkGateway(
  name: string,
  parts: GatewayParts,
  start: () => Promise<GatewayHarness>,
): void {
  describe(`${name} keeps the promises of a payment gateway:`, () => {
    let started: GatewayHarness;
    const harness = () => started;
    beforeEach(async () => {
      started = await start();
    });
    afterEach(() => started.close());
    checkCheckouts(harness, parts);
    checkMessages(harness);
    checkFailures(harness);
    checkPayments(harness, parts);
    if (parts.subscriptions) checkSubscriptions(harness);
    it('says whether it renews plans', () => {
      const { gateway } = harness();
      expect(gateway.renews).toBe(parts.subscriptions);
      expect(gateway.subscriptions !== undefined).toBe(parts.subscriptions);
    });
  });
}

function checkCheckouts(harness: () => GatewayHarness, parts: GatewayParts): void {
  it('opens a checkout once for an attempt, also twice at a time', async () => {
    const { gateway } = harness();
    const request = checkoutRequest(harness());
    const [one, other] = await Promise.all([
      gateway.openCheckout(request),
      gateway.openCheckout(request),
    ]);
    expect(other).toEqual(one);
    expect(await gateway.openCheckout(request)).toEqual(one);
    expect(Math.abs(one.expires.getTime() - request.expires.getTime())).toBeLessThan(1_000);
    expect(await gateway.readCheckout(one.providerId)).toEqual({ kind: 'open' });
    const next = await gateway.openCheckout({ ...request, attempt: 2 });
    expect(next.providerId).not.toBe(one.providerId);
  });

  it('reads a paid checkout with its order, its amount and its time', async () => {
    const { request, state } = await paidCheckout(harness());
    expect(state).toMatchObject({ orderId: request.orderId, paid: request.price });
    expect(state.paymentId).not.toBe('');
    expect(Math.abs(state.paidAt.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('takes each of its currencies without multiplying anything', async () => {
    expect(harness().currencies.length).toBeGreaterThan(0);
    for (const currency of harness().currencies) {
      const price: Money = { amount: 12_345, currency };
      expect((await paidCheckout(harness(), { price })).state.paid).toEqual(price);
    }
  });

  it('closes an open checkout, which is expired then, however often', async () => {
    const { gateway } = harness();
    const { providerId } = await gateway.openCheckout(checkoutRequest(harness()));
    expect(await gateway.closeCheckout(providerId)).toEqual({ kind: 'expired' });
    expect(await gateway.closeCheckout(providerId)).toEqual({ kind: 'expired' });
    expect(await gateway.readCheckout(providerId)).toEqual({ kind: 'expired' });
  });

  it('finds a checkout paid that it wanted to close', async () => {
    const { providerId, state } = await paidCheckout(harness());
    expect(await harness().gateway.closeCheckout(providerId)).toEqual(state);
  });

  it('takes no money for a checkout that nobody paid in time', async () => {
    const { gateway, advance, pay } = harness();
    const { providerId } = await gateway.openCheckout(checkoutRequest(harness()));
    // The half hour that providers may add is over, too.
    await advance(6_000);
    expect(await rejection((async () => pay(providerId))())).toBeInstanceOf(Error);
    // Some providers expire it by themselves, others when it is closed.
    expect(['open', 'expired']).toContain((await gateway.readCheckout(providerId)).kind);
    expect(await gateway.closeCheckout(providerId)).toEqual({ kind: 'expired' });
    expect(await gateway.readCheckout(providerId)).toEqual({ kind: 'expired' });
  });

  it.runIf(parts.later)(
    'reads money that comes later as processing, then as paid or failed',
    async () => {
      const { gateway, later } = harness();
      for (const arrives of [true, false]) {
        const { providerId } = await gateway.openCheckout(checkoutRequest(harness()));
        await later?.promise(providerId);
        expect(await gateway.readCheckout(providerId)).toEqual({ kind: 'processing' });
        expect(await gateway.closeCheckout(providerId)).toEqual({ kind: 'processing' });
        await later?.settle(providerId, arrives);
        const state = await gateway.readCheckout(providerId);
        expect(state.kind).toBe(arrives ? 'paid' : 'failed');
      }
    },
  );
}

function checkMessages(harness: () => GatewayHarness): void {
  it('reads from a message what it is about', async () => {
    const { providerId } = await paidCheckout(harness());
    const { body, headers } = harness().message('checkout');
    const event = await harness().gateway.readEvent(body, headers);
    expect(event.subject).toEqual({ kind: 'checkout', id: providerId });
    expect(event.eventId).not.toBe('');
    expect(await harness().gateway.readEvent(body, headers)).toEqual(event);
  });

  it('refuses a message that was changed, written anew, is unsigned or old', async () => {
    await paidCheckout(harness());
    const { gateway } = harness();
    const { body, headers } = harness().message('checkout');
    const text = new TextDecoder().decode(body);
    const rewritten = JSON.stringify(JSON.parse(text), undefined, 1);
    const old = harness().sign(text, 3_600);
    const wrong: [Uint8Array, Headers][] = [
      [new TextEncoder().encode(rewritten), headers],
      [new TextEncoder().encode(`${text} `), headers],
      [body, new Headers()],
      [new Uint8Array(), headers],
      [old.body, old.headers],
    ];
    for (const [sent, signed] of wrong) {
      expect(await rejection(gateway.readEvent(sent, signed))).toBeInstanceOf(
        InvalidSignatureError,
      );
    }
  });

  it('parks signed messages that it cannot read, each once', async () => {
    const { gateway, sign } = harness();
    const ids = new Set<string>();
    for (const text of ['{}', '[]', '{"object": "event"', '"text"', 'null']) {
      const { body, headers } = sign(text);
      const event = await gateway.readEvent(body, headers);
      expect(event.subject.kind).toBe('unreadable');
      expect((await gateway.readEvent(body, headers)).eventId).toBe(event.eventId);
      ids.add(event.eventId);
    }
    expect(ids.size).toBe(5);
  });
}

function checkFailures(harness: () => GatewayHarness): void {
  it('knows nothing about a payment while the provider is down', async () => {
    const { providerId } = await paidCheckout(harness());
    const { gateway, fail } = harness();
    for (const ask of [
      () => gateway.readCheckout(providerId),
      () => gateway.closeCheckout(providerId),
      () => gateway.openCheckout(checkoutRequest(harness())),
    ]) {
      fail('is down', 10);
      expect(await rejection(ask())).toBeInstanceOf(PaymentUnknownError);
      fail('is down', 0);
    }
    expect((await gateway.readCheckout(providerId)).kind).toBe('paid');
  });

  it('opens a checkout after the answer to opening it was lost', async () => {
    const { gateway, fail, pay } = harness();
    const request = checkoutRequest(harness());
    fail('loses the answer', 10);
    expect(await rejection(gateway.openCheckout(request))).toBeInstanceOf(PaymentUnknownError);
    fail('loses the answer', 0);
    const { providerId } = await gateway.openCheckout(request);
    expect((await gateway.openCheckout(request)).providerId).toBe(providerId);
    await pay(providerId);
    expect((await gateway.readCheckout(providerId)).kind).toBe('paid');
  });
}
