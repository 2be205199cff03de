import { randomUUID } from 'node:crypto';
import type { Checkout, Order } from '#contract/orders/orders.ts';

type Call = (method: string, path: string, body?: unknown) => Promise<string>;

/** The ordered products, oldest first, and the buttons pressed at the sandbox's page. */
const orders = [
  ['credit_500', 'decline'],
  ['credit_1000', 'pay'],
  ['pro_year', 'pay'],
  ['credit_500', 'pay_less'],
  ['credit_1000', 'cancel'],
] as const;

/** Orders in every state that an account can bring about. One pack is refunded. */
export async function orderEverything(call: Call): Promise<void> {
  for (const [product, outcome] of orders) {
    const requested = { request_id: randomUUID(), product, currency: 'USD', waiver: true };
    const { id } = JSON.parse(await call('POST', '/api/orders', requested)) as Order;
    const path = `/api/orders/${id}/checkout`;
    const opened = JSON.parse(await call('POST', path, { method: 'sandbox' })) as Checkout;
    if (opened.kind !== 'redirect') throw new Error('The sandbox has no page');
    const body = new URLSearchParams({ outcome });
    await fetch(opened.url, { method: 'POST', body, redirect: 'manual' });
    await call('GET', `/api/orders/${id}`);
    if (product === 'credit_1000' && outcome === 'pay') {
      await call('POST', `/api/orders/${id}/refund`, { request_id: randomUUID() });
    }
  }
}
