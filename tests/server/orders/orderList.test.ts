import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { type Buyer, type PaymentServer, startPaymentServer } from '../../setup/payments.ts';
import { callJson } from '../../setup/conversations.ts';

let server: PaymentServer;

beforeAll(async () => {
  server = await startPaymentServer();
});

afterAll(() => server.close());

async function list(buyer: Buyer, query = ''): Promise<{ status: number; ids: string[] }> {
  const path = `/api/orders${query}`;
  const { status, json } = await callJson<{ items?: Order[] }>(
    server,
    await buyer.cookie(),
    'GET',
    path,
  );
  return { status, ids: (json.items ?? []).map(({ id }) => id) };
}

it('lists the own orders page by page, also those of one moment', async () => {
  const [buyer, other] = [await server.newBuyer(), await server.newBuyer()];
  await server.order(other, 'credit_500');
  // Each replaces the order before, which stays in the list.
  for (const currency of ['USD', 'CNY', 'USD', 'CNY', 'USD'] as const) {
    await server.order(buyer, 'credit_500', { currency });
  }
  await server.database.query
    .update(paymentOrder)
    .set({ created: new Date('2026-01-31T12:00:00Z') })
    .where(eq(paymentOrder.userId, buyer.userId));
  const newest = await server.order(buyer, 'pro_month');
  const all = (await list(buyer)).ids;
  expect(all).toHaveLength(6);
  expect(all[0]).toBe(newest.id);
  const paged: string[] = [];
  for (let page = 0; page < 3; page += 1) {
    const before = paged.length === 0 ? '' : `&before=${paged.at(-1)}`;
    paged.push(...(await list(buyer, `?size=2${before}`)).ids);
  }
  expect(paged).toEqual(all);
  expect((await list(buyer, `?before=${all.at(-1)}`)).ids).toEqual([]);
});

it('is closed to visitors, and refuses invalid ids', async () => {
  const buyer = await server.newBuyer();
  expect((await list({ ...buyer, cookie: async () => '' })).status).toBe(401);
  expect((await list(buyer, '?before=yesterday')).status).toBe(400);
});
