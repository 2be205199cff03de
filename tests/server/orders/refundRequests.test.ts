import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Refund } from '#contract/orders/refunds.ts';
import { callJson } from '../../setup/conversations.ts';
import type { Buyer } from '../../setup/payments.ts';
import { type ReturnsServer, startReturnsServer } from '../../setup/returns.ts';

let server: ReturnsServer;

beforeAll(async () => {
  server = await startReturnsServer();
});

afterAll(() => server.close());

const day = 86_400;

async function read({ cookie }: Buyer, id: string) {
  const path = `/api/orders/${id}/refund`;
  const { status, json } = await callJson<{ offer: object; items: Refund[] }>(
    server,
    await cookie(),
    'GET',
    path,
  );
  expect(status).toBe(200);
  return json;
}

async function ask({ cookie }: Buyer, id: string, body: object = {}) {
  return callJson<Refund & { error: { code: string; refusal: string } }>(
    server,
    await cookie(),
    'POST',
    `/api/orders/${id}/refund`,
    { request_id: randomUUID(), ...body },
  );
}

describe('a buyer who requests a refund', () => {
  it('gets the price of the remaining credits, once, and keeps none of them', async () => {
    const { buyer, order } = await server.buy('credit_500');
    await server.spend(buyer, 125);
    expect(await read(buyer, order.id)).toMatchObject({
      offer: { kind: 'refund', amount: 374, credits: 375 },
      currency: 'USD',
      items: [],
    });
    const body = { request_id: randomUUID(), amount: 374 };
    const answers = await Promise.all([1, 2, 3].map(() => ask(buyer, order.id, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect((await ask(buyer, order.id, body)).json).toMatchObject({
      amount: 374,
      credits: 375,
      state: 'succeeded',
      refunded_by: 'buyer',
    });
    expect(await server.credit(buyer)).toBe(0);
    expect(await server.stored(order.id)).toMatchObject({ state: 'fulfilled', returned: 374 });
    const second = await ask(buyer, order.id);
    expect([second.status, second.json]).toMatchObject([
      409,
      { error: { code: 'refund_refused', refusal: 'spent' } },
    ]);
  });

  it('is not refunded another amount than was shown', async () => {
    const { buyer, order } = await server.buy('credit_500');
    await server.spend(buyer, 1);
    const { status, json } = await ask(buyer, order.id, { amount: 499 });
    expect([status, json]).toMatchObject([409, { error: { code: 'refund_changed', amount: 498 } }]);
    expect(await server.credit(buyer)).toBe(499);
  });

  it('gets it under the same id when the answer of the provider was lost', async () => {
    const { buyer, order, paymentId } = await server.buy('credit_500');
    const lost = { does: 'works and cuts the connection', to: 'POST /v1/refunds' } as const;
    server.stripe.faults.push(...Array.from({ length: 20 }, () => lost));
    const { json } = await ask(buyer, order.id);
    server.stripe.faults.length = 0;
    expect(json).toMatchObject({ state: 'requested', credits: 500 });
    expect(await server.credit(buyer)).toBe(0);
    expect(await server.refundsOf(order.id)).toMatchObject([{ problem: 'PaymentUnknownError' }]);
    server.advance(600);
    await server.reconcile();
    server.advance(-600);
    expect(await server.refundsOf(order.id)).toMatchObject([
      { id: json.id, state: 'succeeded', problem: null },
    ]);
    const made = server.stripe.refunds
      .values()
      .filter(({ payment_intent: payment }) => payment === paymentId);
    expect(made.map(({ amount }) => amount)).toEqual([499]);
    expect(await server.stateOf(order.id)).toBe('refunded');
  });

  it('keeps the returning credits of a running answer, which were not refunded', async () => {
    const { buyer, order } = await server.buy('credit_500');
    const held = await server.hold(buyer, 100);
    expect((await ask(buyer, order.id)).json).toMatchObject({ amount: 399, credits: 400 });
    await server.release(buyer, held);
    expect(await server.sums(buyer)).toEqual({ available: 100, held: 0, frozen: 0 });
  });

  it('of a plan gets the price of future weeks back, and is not charged again', async () => {
    const { buyer, order } = await server.buy('basic_month');
    await server.spend(buyer, 100);
    server.advance(8 * day);
    await server.spend(buyer, await server.credit(buyer));
    const { offer } = await read(buyer, order.id);
    const weeks = Math.ceil(monthSeconds(order.created) / (7 * day));
    const credits = (weeks - 2) * 400;
    expect(offer).toMatchObject({
      kind: 'refund',
      credits,
      amount: Math.round((899 * credits) / (weeks * 400)),
    });
    expect((await ask(buyer, order.id)).status).toBe(200);
    const [subscription] = server.stripe.subscriptions.values().slice(-1);
    expect(subscription?.status).toBe('canceled');
    server.advance(7 * day);
    expect(await server.credit(buyer)).toBe(0);
    server.advance(-15 * day);
  });

  it('is refused after 14 days, for orders of others, and without a session', async () => {
    const { buyer, order } = await server.buy('credit_500');
    const other = await server.newBuyer();
    expect((await ask(other, order.id)).status).toBe(404);
    const visitor = { userId: '', cookie: async () => '' };
    expect((await ask(visitor, order.id)).status).toBe(401);
    server.advance(14 * day);
    const { status, json } = await ask(buyer, order.id);
    server.advance(-14 * day);
    expect([status, json]).toMatchObject([409, { error: { refusal: 'too_late' } }]);
    expect(await server.credit(buyer)).toBe(500);
  });

  it('can spend no credits that are refunded at the same moment', async () => {
    const { buyer, order } = await server.buy('credit_500');
    const [, ...spent] = await Promise.allSettled([
      ask(buyer, order.id),
      ...Array.from({ length: 20 }, () => server.spend(buyer, 25)),
    ]);
    const times = spent.filter(({ status }) => status === 'fulfilled').length;
    const [refund] = await server.refundsOf(order.id);
    const left = 500 - times * 25;
    const credits = (await read(buyer, order.id)).items[0]?.credits ?? 0;
    expect(await server.sums(buyer)).toEqual({ available: left - credits, held: 0, frozen: 0 });
    // When all is spent first, nothing is refunded.
    expect(refund?.amount ?? 0).toBe(Math.floor((499 * credits * 2 + 500) / 1_000));
  });
});

describe('an order without a waiver', () => {
  it('is refused if the law of the seller’s country requires one', async () => {
    const buyer = await server.newBuyer();
    const { operator } = server.platform.config;
    const order = async (waiver: boolean) => {
      const requested = {
        request_id: randomUUID(),
        product: 'credit_500',
        currency: 'USD',
        waiver,
      };
      return callJson(server, await buyer.cookie(), 'POST', '/api/orders', requested);
    };
    expect((await order(false)).status).toBe(200);
    operator.sellerCountry = 'DE';
    const refused = await order(false);
    expect([refused.status, refused.json]).toMatchObject([
      422,
      { error: { code: 'waiver_missing' } },
    ]);
    expect((await order(true)).status).toBe(200);
    operator.sellerCountry = 'US';
    expect((await order(false)).status).toBe(200);
    operator.sellerCountry = undefined;
  });
});

function monthSeconds(from: string): number {
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return (end.getTime() - new Date(from).getTime()) / 1_000;
}
