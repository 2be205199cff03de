import { connect } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountDeletion } from '#server/db/schema/accounts.ts';
import { paymentCheckout, providerEvent, subscription } from '#server/db/schema/orders.ts';
import { PaymentUnknownError } from '#server/gateways/payments/payments.ts';
import { deleteDueAccounts } from '#server/services/account/deletion/deleteDueAccounts.ts';
import { applyEvents } from '#server/services/orders/events/applyEvents.ts';
import { type PaymentServer, startPaymentServer } from '../../setup/payments.ts';

let server: PaymentServer;

beforeAll(async () => {
  server = await startPaymentServer();
});

afterAll(() => server.close());

const longEnough = { timeout: 20_000 };

describe('messages of the provider', () => {
  const post = (method: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/payments/${method}/events`, { method: 'POST', body, headers });

  it('grant once, though fifty copies come at once while the buyer reads', async () => {
    const buyer = await server.newBuyer();
    const order = await server.order(buyer, 'credit_500');
    await server.act(await server.checkout(buyer, order), { outcome: 'pay', copies: '50' });
    server.advance(3);
    await Promise.all(Array.from({ length: 10 }, () => server.read(buyer, order)));
    await expect.poll(() => server.stateOf(order.id), longEnough).toBe('fulfilled');
    const events = () =>
      server.database.query
        .select()
        .from(providerEvent)
        .where(eq(providerEvent.userId, buyer.userId));
    await expect
      .poll(async () => (await events()).map(({ state }) => state), longEnough)
      .toEqual(['applied']);
    expect(await server.credit(buyer)).toBe(500);
  });

  it('are refused with a wrong signature, and not read after twenty in a minute', async () => {
    const body = JSON.stringify({ id: 'x', type: 'checkout.paid', subject: { kind: 'none' } });
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      const headers = {
        'sandbox-signature': `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}`,
        'x-forwarded-for': '10.9.9.9',
      };
      statuses.push((await post('sandbox', body, headers)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 403), 429]);
    expect((await post('sandbox', body)).status).toBe(403);
    expect((await post('stripe', body)).status).toBe(404);
    expect((await post('gold', body)).status).toBe(400);
    expect((await post('sandbox', 'x'.repeat(2_000_000))).status).toBe(413);
  });

  it('that are broken off are not logged as a failure of the database', async () => {
    const { hostname, port, host } = new URL(server.url);
    const before = server.logged.length;
    const head = ['POST /api/payments/sandbox/events HTTP/1.1', `host: ${host}`];
    const socket = connect(Number(port), hostname);
    const sent = [...head, 'content-length: 90000', '', '['].join('\r\n');
    socket.write(sent, () => socket.destroy());
    const logged = () => server.logged.slice(before).join('');
    await expect.poll(logged, longEnough).toContain('/api/payments/:method/events');
    expect(logged()).not.toContain('the database cannot be reached');
  });
});

describe('a plan that renews itself', () => {
  const day = 86_400;

  async function subscribe(product: 'pro_month' | 'basic_month') {
    const buyer = await server.newBuyer();
    const order = await server.order(buyer, product);
    await server.act(await server.checkout(buyer, order), { outcome: 'pay' });
    await expect.poll(() => server.stateOf(order.id), longEnough).toBe('fulfilled');
    const [subscriptionId = ''] = await server.subscriptions();
    const { period } = await server.read(buyer, order);
    const seconds = (new Date(period?.ends ?? 0).getTime() - Date.now()) / 1_000;
    return { buyer, subscriptionId, seconds };
  }

  const bill = (id: string, fields: Record<string, string> = {}) =>
    server.act(`/renew/${id}`, {
      outcome: 'pay',
      at: server.platform.now().toISOString(),
      ...fields,
    });

  it('grants each period once, from the end of the one before, however late its bill is', async () => {
    const { buyer, subscriptionId, seconds } = await subscribe('pro_month');
    server.advance(seconds + 2 * day);
    expect(await server.credit(buyer)).toBe(13_500);
    await bill(subscriptionId, { copies: '2' });
    await expect.poll(async () => (await server.ordersOf(buyer)).length, longEnough).toBe(2);
    await expect.poll(() => server.credit(buyer), longEnough).toBe(27_000);
    await server.reconcile();
    const renewal = (await server.ordersOf(buyer)).find(({ kind }) => kind === 'renewal');
    expect(renewal).toMatchObject({ state: 'fulfilled', amount: 2_899, product: 'pro_month' });
    server.advance(2 * day);
    expect(await server.credit(buyer)).toBe(13_500);
    server.advance(-(seconds + 4 * day));
  });

  it('grants nothing for a bill that is not paid, and once when it is', async () => {
    const { buyer, subscriptionId, seconds } = await subscribe('basic_month');
    server.advance(seconds + 60);
    await bill(subscriptionId, { outcome: 'decline' });
    await server.reconcile();
    expect((await server.ordersOf(buyer)).map(({ kind }) => kind)).toEqual(['purchase']);
    expect(await server.credit(buyer)).toBe(400);
    await server.act(`/settle/${subscriptionId}`, { at: server.platform.now().toISOString() });
    await expect.poll(() => server.credit(buyer), longEnough).toBe(800);
    expect((await server.ordersOf(buyer)).map(({ kind }) => kind).toSorted()).toEqual([
      'purchase',
      'renewal',
    ]);
    server.advance(-(seconds + 60));
  });

  it('is found by reconciliation when no message of its bill came', async () => {
    const { buyer, subscriptionId, seconds } = await subscribe('pro_month');
    server.advance(seconds + 3_600);
    await bill(subscriptionId, { copies: '0' });
    await server.reconcile();
    expect((await server.ordersOf(buyer)).map(({ state }) => state)).toEqual([
      'fulfilled',
      'fulfilled',
    ]);
    expect(await server.credit(buyer)).toBe(27_000);
    server.advance(-(seconds + 3_600));
  });
});

describe('messages that come at a bad moment', () => {
  const events = () => server.database.query.select().from(providerEvent);
  const idle = async () => (await events()).filter(({ state }) => state === 'waiting');

  it('wait for their order when it is not stored yet', async () => {
    const buyer = await server.newBuyer();
    const order = await server.order(buyer, 'credit_500');
    const page = await server.checkout(buyer, order);
    const { query } = server.database;
    const ofOrder = eq(paymentCheckout.orderId, order.id);
    const [row] = await query.select().from(paymentCheckout).where(ofOrder);
    // As before the commit that stores the response of the provider: no row here has its id.
    await query.update(paymentCheckout).set({ providerId: 'not-yet' }).where(ofOrder);
    await server.act(page, { outcome: 'pay' });
    await expect
      .poll(async () => (await idle()).map(({ outcome }) => outcome), longEnough)
      .toEqual(['the checkout is not known here']);
    expect(await server.credit(buyer)).toBe(0);
    await query.update(paymentCheckout).set({ providerId: row?.providerId }).where(ofOrder);
    server.advance(10);
    await applyEvents(server.platform);
    expect([await server.stateOf(order.id), await server.credit(buyer)]).toEqual([
      'fulfilled',
      500,
    ]);
    expect(await idle()).toEqual([]);
  });

  it('find the order whose opening was cut off', async () => {
    const buyer = await server.newBuyer();
    const order = await server.order(buyer, 'credit_500');
    const page = await server.checkout(buyer, order);
    await server.database.query
      .update(paymentCheckout)
      .set({ providerId: null, page: null, state: 'opening' })
      .where(eq(paymentCheckout.orderId, order.id));
    await server.act(page, { outcome: 'pay' });
    await expect.poll(() => server.stateOf(order.id), longEnough).toBe('fulfilled');
    expect(await server.credit(buyer)).toBe(500);
  });

  it('change nothing while the provider cannot be asked, and are applied afterwards', async () => {
    const buyer = await server.newBuyer();
    const order = await server.order(buyer, 'credit_500');
    const page = await server.checkout(buyer, order);
    const gateway = server.platform.payments.get('sandbox');
    if (!gateway) throw new Error('The sandbox is missing');
    const { readCheckout } = gateway;
    gateway.readCheckout = () => Promise.reject(new PaymentUnknownError('It is away'));
    await server.act(page, { outcome: 'pay' });
    await expect
      .poll(async () => (await idle()).map(({ outcome }) => outcome), longEnough)
      .toEqual(['the provider could not be asked']);
    expect(await server.stateOf(order.id)).toBe('pending');
    gateway.readCheckout = readCheckout;
    server.advance(10);
    await applyEvents(server.platform);
    expect([await server.stateOf(order.id), await server.credit(buyer)]).toEqual([
      'fulfilled',
      500,
    ]);
  });
});

describe('deleting an account', () => {
  it('ends its subscription at the provider first, and stays while that fails', async () => {
    const buyer = await server.newBuyer();
    const order = await server.order(buyer, 'pro_month');
    await server.act(await server.checkout(buyer, order), { outcome: 'pay' });
    await expect.poll(() => server.stateOf(order.id), longEnough).toBe('fulfilled');
    const { query } = server.database;
    const now = server.platform.now();
    // As mailed when it was requested: the job that mails it would hold its row meanwhile.
    const deletion = { userId: buyer.userId, requested: now, mailed: now, due: now };
    await query.insert(accountDeletion).values(deletion);
    expect(await deleteDueAccounts({ ...server.platform, payments: new Map() })).toBe(0);
    expect(await deleteDueAccounts(server.platform)).toBe(1);
    const [ended] = await query
      .select()
      .from(subscription)
      .where(eq(subscription.userId, buyer.userId));
    expect(ended?.state).toBe('ended');
    const gateway = server.platform.payments.get('sandbox')?.subscriptions;
    expect(await gateway?.read(ended?.providerId ?? '')).toMatchObject({ state: 'ended' });
  });
});
