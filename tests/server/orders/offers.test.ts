import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Offer, Order } from '#contract/orders/orders.ts';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import type { PaymentGateway } from '#server/gateways/payments/payments.ts';
import { callJson } from '../../setup/conversations.ts';
import { type PaymentServer, startPaymentServer } from '../../setup/payments.ts';

let server: PaymentServer;

beforeAll(async () => {
  server = await startPaymentServer();
});

afterAll(() => server.close());

describe('an offer', () => {
  it('has the price of an order, which is refused if the buyer saw another price', async () => {
    const buyer = await server.newBuyer();
    const { json } = await callJson<{ items: Offer[] }>(
      server,
      '',
      'GET',
      '/api/offers?product=basic_year',
    );
    expect(json.items.map(({ currency }) => currency)).toEqual(['USD', 'CNY']);
    const [dollars] = json.items;
    const { needs_waiver: _, ...price } = dollars ?? {};
    expect(await server.order(buyer, 'basic_year')).toMatchObject(price);
    const cookie = await buyer.cookie();
    const post = (amount: number) =>
      callJson(server, cookie, 'POST', '/api/orders', {
        request_id: randomUUID(),
        product: 'basic_year',
        currency: 'USD',
        amount,
      });
    const refused = await post(1);
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { error: { code: 'offer_changed', amount: dollars?.amount } },
    ]);
    expect((await post(dollars?.amount ?? 0)).status).toBe(200);
    expect(await server.ordersOf(buyer)).toHaveLength(1);
  });

  it('asks for the waiver of withdrawal only if the seller’s country has that right', async () => {
    const buyer = await server.newBuyer();
    const { operator } = server.platform.config;
    const before = operator.sellerCountry;
    const path = '/api/offers?product=credit_500';
    try {
      for (const [country, isNeeded] of [
        ['DE', true],
        ['US', false],
        [undefined, false],
      ] as const) {
        Object.assign(operator, { sellerCountry: country });
        const { json } = await callJson<{ items: Offer[] }>(server, '', 'GET', path);
        expect(json.items[0]).toMatchObject({ needs_waiver: isNeeded });
        const body = { request_id: randomUUID(), product: 'credit_500', currency: 'USD' };
        const { status } = await callJson(
          server,
          await buyer.cookie(),
          'POST',
          '/api/orders',
          body,
        );
        expect([country, status]).toEqual([country, isNeeded ? 422 : 200]);
      }
    } finally {
      Object.assign(operator, { sellerCountry: before });
    }
  });

  it('is paid only by methods that take its currency', async () => {
    const buyer = await server.newBuyer();
    const methods = server.platform.payments as Map<PaymentMethod, PaymentGateway>;
    const scan = methods.get('sandbox_scan');
    if (!scan) throw new Error('The sandbox has no code to scan');
    methods.set('sandbox_scan', { ...scan, currencies: ['CNY'] });
    try {
      const dollars = await server.order(buyer, 'credit_500');
      const yuan = await server.order(buyer, 'credit_1000', { currency: 'CNY' });
      expect([dollars.methods, yuan.methods]).toEqual([['sandbox'], ['sandbox', 'sandbox_scan']]);
      const open = async ({ id }: Order) =>
        callJson(server, await buyer.cookie(), 'POST', `/api/orders/${id}/checkout`, {
          method: 'sandbox_scan',
        });
      const refused = await open(dollars);
      expect([refused.status, refused.json]).toMatchObject([
        422,
        { error: { code: 'currency_not_accepted', method: 'sandbox_scan', currency: 'USD' } },
      ]);
      expect(await server.read(buyer, dollars)).toMatchObject({ state: 'created' });
      expect((await open(yuan)).status).toBe(200);
    } finally {
      methods.set('sandbox_scan', scan);
    }
  });
});
