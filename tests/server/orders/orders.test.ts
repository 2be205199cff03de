import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { type PaymentServer, startPaymentServer } from '../../setup/payments.ts';
import { callJson } from '../../setup/conversations.ts';

let server: PaymentServer;

beforeAll(async () => {
  server = await startPaymentServer();
});

afterAll(() => server.close());

const longEnough = { timeout: 20_000 };

describe('an order', () => {
  it('keeps the price of its day, with each reduction', async () => {
    const buyer = await server.newBuyer();
    expect(await server.order(buyer, 'pro_year')).toMatchObject({
      state: 'created',
      kind: 'purchase',
      currency: 'USD',
      regular: 4_676 * 12,
      amount: 27_830,
      following: 27_830,
      steps: [
        { kind: 'promotion', percent_off: 38, amount: 34_788 },
        { kind: 'yearly', percent_off: 20, amount: 27_830 },
      ],
      methods: ['sandbox', 'sandbox_scan'],
      renewing: ['sandbox'],
      method: null,
      receipt_number: null,
    });
  });

  it('is one for two tabs that send the same request', async () => {
    const buyer = await server.newBuyer();
    const requestId = randomUUID();
    const orders = await Promise.all(
      [1, 2, 3, 4].map(() => server.order(buyer, 'credit_500', { requestId })),
    );
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
    expect(await server.ordersOf(buyer)).toHaveLength(1);
    const other = { request_id: requestId, product: 'credit_1000', currency: 'USD' };
    const refused = await callJson(server, await buyer.cookie(), 'POST', '/api/orders', other);
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { error: { code: 'request_id_reused' } },
    ]);
  });

  it('is refused without a session, in a currency without prices, and for an unknown product', async () => {
    const buyer = await server.newBuyer();
    const body = { request_id: randomUUID(), product: 'credit_500', currency: 'USD' };
    const post = (cookie: string, changed: object) =>
      callJson(server, cookie, 'POST', '/api/orders', { ...body, ...changed });
    expect((await post('', {})).status).toBe(401);
    const cookie = await buyer.cookie();
    const unpriced = await post(cookie, { currency: 'JPY' });
    expect([unpriced.status, unpriced.json]).toMatchObject([
      422,
      { error: { code: 'not_for_sale' } },
    ]);
    const wrong = await post(cookie, { product: 'gold' });
    expect([wrong.status, wrong.json]).toMatchObject([400, { error: { code: 'invalid_input' } }]);
    expect(await server.ordersOf(buyer)).toEqual([]);
  });

  it('is visible to its buyer only', async () => {
    const [buyer, other] = [await server.newBuyer(), await server.newBuyer()];
    const { id } = await server.order(buyer, 'credit_500');
    const cookie = await other.cookie();
    expect((await callJson(server, cookie, 'GET', `/api/orders/${id}`)).status).toBe(404);
    const opened = await callJson(server, cookie, 'POST', `/api/orders/${id}/checkout`, {
      method: 'sandbox',
    });
    expect(opened.status).toBe(404);
  });

  it('has one open checkout of a method, for any number of requests', async () => {
    const buyer = await server.newBuyer();
    const order = await server.order(buyer, 'credit_500');
    const pages = await Promise.all([1, 2, 3].map(() => server.checkout(buyer, order)));
    expect(new Set(pages).size).toBe(1);
    expect(await server.checkout(buyer, order, 'sandbox_scan')).not.toBe(pages[0]);
    expect(await server.read(buyer, order)).toMatchObject({ state: 'pending' });
  });

  it('draws the code to scan', async () => {
    const buyer = await server.newBuyer();
    const { id } = await server.order(buyer, 'credit_500');
    const { json } = await callJson<{ kind: string; qr: { size: number; path: string } }>(
      server,
      await buyer.cookie(),
      'POST',
      `/api/orders/${id}/checkout`,
      { method: 'sandbox_scan' },
    );
    expect(json.kind).toBe('scan');
    expect(json.qr.size).toBeGreaterThan(20);
    expect(json.qr.path).toMatch(/^(M\d+ \d+h\d+v1H\d+z)+$/);
  });
});

describe('a payment', () => {
  it.each([
    ['credit_500', 500],
    ['credit_1000', 1_000],
    ['basic_month', 400],
    ['basic_year', 400],
    ['pro_month', 13_500],
    ['pro_year', 13_500],
  ] as const)('of %s grants %i credits once', async (product, credits) => {
    const buyer = await server.newBuyer();
    const order = await server.order(buyer, product);
    const location = await server.act(await server.checkout(buyer, order), { outcome: 'pay' });
    expect(new URL(location).pathname).toBe(`/en/pay/${order.id}/success`);
    await expect.poll(() => server.stateOf(order.id), longEnough).toBe('fulfilled');
    expect(await server.credit(buyer)).toBe(credits);
    expect(await server.read(buyer, order)).toMatchObject({
      state: 'fulfilled',
      receipt_number: expect.any(Number),
      paid: expect.any(String),
    });
  });

  it('is fulfilled although the buyer never returns and no message comes', async () => {
    const buyer = await server.newBuyer();
    const order = await server.order(buyer, 'credit_500');
    await server.act(await server.checkout(buyer, order), { outcome: 'pay', copies: '0' });
    expect(await server.stateOf(order.id)).toBe('pending');
    await server.reconcile();
    expect([await server.stateOf(order.id), await server.credit(buyer)]).toEqual([
      'fulfilled',
      500,
    ]);
  });

  it('is noticed by a waiting page, without any message', async () => {
    const buyer = await server.newBuyer();
    const order = await server.order(buyer, 'credit_500');
    const page = await server.checkout(buyer, order, 'sandbox_scan');
    expect(await server.read(buyer, order)).toMatchObject({ state: 'pending' });
    await server.act(page, { outcome: 'pay', copies: '0' });
    server.advance(3);
    expect(await server.read(buyer, order)).toMatchObject({ state: 'fulfilled' });
    expect(await server.credit(buyer)).toBe(500);
  });

  it('waits while it is processed, and is fulfilled or fails afterwards', async () => {
    const buyer = await server.newBuyer();
    const [later, never] = [
      await server.order(buyer, 'credit_500'),
      await server.order(buyer, 'credit_1000'),
    ];
    const pages = [await server.checkout(buyer, later), await server.checkout(buyer, never)];
    const [paid = '', failed = ''] = pages;
    for (const page of pages) await server.act(page, { outcome: 'later', confirm: '1000' });
    await server.reconcile();
    expect([await server.stateOf(later.id), await server.credit(buyer)]).toEqual(['pending', 0]);
    await server.act(paid, { outcome: 'pay' });
    await server.act(failed, { outcome: 'decline' });
    await expect.poll(() => server.stateOf(later.id), longEnough).toBe('fulfilled');
    await expect.poll(() => server.stateOf(never.id), longEnough).toBe('failed');
    expect(await server.credit(buyer)).toBe(500);
  });

  it('that is declined can be tried again', async () => {
    const buyer = await server.newBuyer();
    const order = await server.order(buyer, 'credit_500');
    const first = await server.checkout(buyer, order);
    await server.act(first, { outcome: 'decline' });
    await expect.poll(() => server.stateOf(order.id), longEnough).toBe('failed');
    expect(await server.read(buyer, order)).toMatchObject({ failure: 'declined' });
    const second = await server.checkout(buyer, order);
    expect(second).not.toBe(first);
    await server.act(second, { outcome: 'pay' });
    await expect.poll(() => server.stateOf(order.id), longEnough).toBe('fulfilled');
    expect(await server.credit(buyer)).toBe(500);
  });

  it('that comes after the order has expired is fulfilled', async () => {
    const buyer = await server.newBuyer();
    const order = await server.order(buyer, 'credit_500');
    const page = await server.checkout(buyer, order);
    await server.database.query
      .update(paymentOrder)
      .set({ state: 'expired' })
      .where(eq(paymentOrder.id, order.id));
    await server.act(page, { outcome: 'pay' });
    await expect.poll(() => server.stateOf(order.id), longEnough).toBe('fulfilled');
    expect(await server.credit(buyer)).toBe(500);
  });

  it('is not possible any more once the order has expired', async () => {
    const buyer = await server.newBuyer();
    const order = await server.order(buyer, 'credit_500');
    const page = await server.checkout(buyer, order);
    server.advance(3 * 3_600);
    await server.reconcile();
    server.advance(-3 * 3_600);
    expect(await server.stateOf(order.id)).toBe('expired');
    await server.act(page, { outcome: 'pay' }).catch(() => undefined);
    await server.reconcile();
    expect([await server.stateOf(order.id), await server.credit(buyer)]).toEqual(['expired', 0]);
    const again = await callJson(
      server,
      await buyer.cookie(),
      'POST',
      `/api/orders/${order.id}/checkout`,
      { method: 'sandbox' },
    );
    expect([again.status, again.json]).toMatchObject([409, { error: { code: 'order_closed' } }]);
  });

  it('of another amount than was ordered is quarantined', async () => {
    const buyer = await server.newBuyer();
    const order = await server.order(buyer, 'credit_500');
    await server.act(await server.checkout(buyer, order), { outcome: 'pay_less' });
    await expect.poll(() => server.stateOf(order.id), longEnough).toBe('quarantined');
    await server.reconcile();
    expect((await server.stored(order.id))?.failure).toBe('amount_differs');
    expect(await server.credit(buyer)).toBe(0);
  });

  it('of a pack in two checkouts gives both, each with its receipt', async () => {
    const buyer = await server.newBuyer();
    const order = await server.order(buyer, 'credit_500');
    const page = await server.checkout(buyer, order);
    // A checkout that our table has as ended, but its provider does not.
    await server.database.pool.query(`update payment_checkout set state = 'expired'`);
    const pages = [page, await server.checkout(buyer, order, 'sandbox_scan')];
    await Promise.all(pages.map((each) => server.act(each, { outcome: 'pay', copies: '2' })));
    await expect.poll(() => server.credit(buyer), longEnough).toBe(1_000);
    const orders = await server.ordersOf(buyer);
    expect(orders.map(({ state }) => state)).toEqual(['fulfilled', 'fulfilled']);
    expect(new Set(orders.map(({ receiptNumber }) => receiptNumber)).size).toBe(2);
  });

  it('of a plan in two orders returns the second and ends its subscription', async () => {
    const buyer = await server.newBuyer();
    const orders = [await server.order(buyer, 'pro_month'), await server.order(buyer, 'pro_year')];
    const [first, second] = await Promise.all(orders.map((order) => server.checkout(buyer, order)));
    await server.act(first!, { outcome: 'pay' });
    // Events of two payments would be applied in either order.
    await expect.poll(() => server.stateOf(orders[0]!.id), longEnough).toBe('fulfilled');
    await server.act(second!, { outcome: 'pay' });
    const states = async () => (await server.ordersOf(buyer)).map(({ state }) => state).toSorted();
    await expect.poll(states, longEnough).toEqual(['fulfilled', 'quarantined']);
    await server.reconcile();
    expect(await states()).toEqual(['fulfilled', 'refunded']);
    expect(await server.credit(buyer)).toBe(13_500);
    const refused = await callJson(server, await buyer.cookie(), 'POST', '/api/orders', {
      request_id: randomUUID(),
      product: 'basic_month',
      currency: 'USD',
    });
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { error: { code: 'already_subscribed', product: 'pro_month' } },
    ]);
  });

  it('has receipts numbered without gaps', async () => {
    const { rows } = await server.database.pool.query<{ gaps: number }>(
      'select count(*)::int - max(receipt_number)::int as gaps from payment_order where paid is not null',
    );
    expect(rows).toEqual([{ gaps: 0 }]);
  });
});
