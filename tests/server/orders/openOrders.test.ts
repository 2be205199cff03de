import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { PaymentUnknownError } from '#server/gateways/payments/payments.ts';
import { callJson } from '../../setup/conversations.ts';
import { issueDiscount } from '../../setup/discounts.ts';
import { type Buyer, type PaymentServer, startPaymentServer } from '../../setup/payments.ts';

let server: PaymentServer;

beforeAll(async () => {
  server = await startPaymentServer();
});

afterAll(() => server.close());

const longEnough = { timeout: 20_000 };

type Answer = Order & { error?: { code: string; state?: string } };

async function order(buyer: Buyer, more: Record<string, unknown> = {}) {
  const body = {
    request_id: crypto.randomUUID(),
    product: 'credit_500',
    currency: 'USD',
    waiver: true,
    ...more,
  };
  return callJson<Answer>(server, await buyer.cookie(), 'POST', '/api/orders', body);
}

async function checkout(buyer: Buyer, { id }: Order, method: string) {
  const path = `/api/orders/${id}/checkout`;
  return callJson<Answer>(server, await buyer.cookie(), 'POST', path, { method });
}

function gateway(method: 'sandbox' | 'sandbox_scan') {
  const found = server.platform.payments.get(method);
  if (!found) throw new Error('There is no such method');
  return found;
}

const openOf = async (buyer: Buyer) =>
  (await server.ordersOf(buyer)).filter(({ state }) => state === 'created' || state === 'pending');

describe('the open order of a product', () => {
  it('is returned to each tab that orders the same, also for parallel and repeated requests', async () => {
    const buyer = await server.newBuyer();
    const ids = Array.from({ length: 8 }, () => crypto.randomUUID());
    const made = await Promise.all(ids.map((id) => order(buyer, { request_id: id })));
    expect(made.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const [first] = made;
    expect(new Set(made.map(({ json }) => json.id))).toEqual(new Set([first?.json.id]));
    expect(await server.ordersOf(buyer)).toHaveLength(1);
    // Another product has an order of its own.
    expect((await order(buyer, { product: 'credit_1000' })).json.id).not.toBe(first?.json.id);
    if (!first) throw new Error('Nothing was ordered');
    await server.act(await server.checkout(buyer, first.json), { outcome: 'pay' });
    await expect.poll(() => server.stateOf(first.json.id), longEnough).toBe('fulfilled');
    const repeated = await Promise.all(ids.map((id) => order(buyer, { request_id: id })));
    expect(new Set(repeated.map(({ json }) => json.id))).toEqual(new Set([first.json.id]));
    expect((await order(buyer)).json.id).not.toBe(first.json.id);
  });

  it('is replaced by one in another currency or with a code, after its checkout was ended at the provider', async () => {
    const buyer = await server.newBuyer();
    const dollars = (await order(buyer)).json;
    const page = await server.checkout(buyer, dollars);
    const yuan = (await order(buyer, { currency: 'CNY' })).json;
    expect(yuan.id).not.toBe(dollars.id);
    expect(await server.stateOf(dollars.id)).toBe('expired');
    await server.act(page, { outcome: 'pay' });
    await server.reconcile();
    expect(await server.credit(buyer)).toBe(0);
    const code = await issueDiscount(server.platform);
    const cheaper = (await order(buyer, { currency: 'CNY', code })).json;
    expect(cheaper.amount).toBeLessThan(yuan.amount);
    expect((await order(buyer, { currency: 'CNY', code })).json.id).toBe(cheaper.id);
    // The code moves to the order that replaces this one.
    const again = (await order(buyer, { currency: 'USD', code })).json;
    expect(again.steps.map(({ kind }) => kind)).toContain('code');
    expect((await openOf(buyer)).map(({ id }) => id)).toEqual([again.id]);
  });

  it('stays when the request that would replace it is refused', async () => {
    const buyer = await server.newBuyer();
    const first = (await order(buyer)).json;
    const page = await server.checkout(buyer, first);
    const refused = [
      await order(buyer, { currency: 'CNY', code: 'WRONGWRONGWRONG2' }),
      await order(buyer, { currency: 'CNY', amount: 1 }),
    ];
    expect(refused.map(({ json }) => json.error?.code)).toEqual([
      'discount_unknown',
      'offer_changed',
    ]);
    await server.act(page, { outcome: 'pay' });
    await expect.poll(() => server.stateOf(first.id), longEnough).toBe('fulfilled');
  });

  it('is not replaced while its provider cannot end the checkout', async () => {
    const buyer = await server.newBuyer();
    const first = (await order(buyer)).json;
    await server.checkout(buyer, first);
    const sandbox = gateway('sandbox');
    const { closeCheckout } = sandbox;
    const fail = () => Promise.reject(new PaymentUnknownError('The provider cannot be reached'));
    Object.assign(sandbox, { closeCheckout: fail });
    const refused = await order(buyer, { currency: 'CNY' });
    expect([refused.status, refused.json.error?.code]).toEqual([502, 'payment_unavailable']);
    expect((await openOf(buyer)).map(({ id }) => id)).toEqual([first.id]);
    Object.assign(sandbox, { closeCheckout });
    expect((await order(buyer, { currency: 'CNY' })).status).toBe(200);
  });

  it('has one checkout that can be paid: another method ends the one before', async () => {
    const buyer = await server.newBuyer();
    const first = (await order(buyer)).json;
    const page = await server.checkout(buyer, first, 'sandbox');
    const scan = await server.checkout(buyer, first, 'sandbox_scan');
    await server.act(page, { outcome: 'pay' });
    await server.reconcile();
    expect(await server.stateOf(first.id)).toBe('pending');
    const both = await Promise.all([
      checkout(buyer, first, 'sandbox_scan'),
      checkout(buyer, first, 'sandbox_scan'),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await server.act(scan, { outcome: 'pay' });
    const paid = await checkout(buyer, first, 'sandbox');
    expect([paid.status, paid.json.error?.code]).toEqual([409, 'order_closed']);
    await expect.poll(() => server.stateOf(first.id), longEnough).toBe('fulfilled');
    expect(await server.credit(buyer)).toBe(500);
  });
});
