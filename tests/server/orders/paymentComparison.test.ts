import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addDays, dayOf } from '#domain/dates.ts';
import { paymentOrder, providerEvent } from '#server/db/schema/orders.ts';
import { paymentComparison } from '#server/db/schema/paymentComparisons.ts';
import type { PaymentGateway } from '#server/gateways/payments/payments.ts';
import { compareProviders } from '#server/services/orders/comparisons/compareProviders.ts';
import { deleteOldPayloads } from '#server/services/orders/events/deleteOldPayloads.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { type Buyer, type PaymentServer, startPaymentServer } from '../../setup/payments.ts';

let server: PaymentServer;
let shell: OperatorShell;
let buyer: Buyer;
const today = dayOf(new Date());

beforeAll(async () => {
  server = await startPaymentServer();
  shell = await openOperatorShell(server.database.url);
  buyer = await server.newBuyer();
});

afterAll(async () => {
  await shell.close();
  await server.close();
});

async function pay(product: 'credit_500' | 'credit_1000', currency: 'USD' | 'CNY' = 'USD') {
  const order = await server.order(buyer, product, { currency });
  await server.act(await server.checkout(buyer, order), { outcome: 'pay' });
  await expect.poll(() => server.stateOf(order.id), { timeout: 20_000 }).toBe('fulfilled');
  return order.id;
}

/** Compares the payments of the sandbox, which are those of this test. */
async function compared(gateways = server.platform.payments, day: string | undefined = today) {
  const rows = await compareProviders({ ...server.platform, payments: gateways }, day);
  return rows.filter(({ method, subject }) => method === 'sandbox' && subject === 'payments');
}

function change(id: string, set: Partial<typeof paymentOrder.$inferInsert>) {
  return server.database.query.update(paymentOrder).set(set).where(eq(paymentOrder.id, id));
}

it('is equal if every payment is an order, for each currency', async () => {
  const first = await pay('credit_500');
  await pay('credit_1000');
  await pay('credit_500', 'CNY');
  const rows = await compared();
  expect(rows).toMatchObject([
    {
      currency: 'USD',
      theirs: 1_398,
      theirNumber: 2,
      ours: 1_398,
      ourNumber: 2,
      differs: false,
    },
    { currency: 'CNY', theirs: 3_600, ours: 3_600, differs: false, differences: [] },
  ]);
  const { out, status } = await shell.run('orders', 'compare', '--day', today);
  expect(status).toBe(0);
  expect(out).toContain(
    `${today}  sandbox  payments  there 13.98 USD in 2  here 13.98 USD in 2  equal\n`,
  );
  expect(await server.stateOf(first)).toBe('fulfilled');
});

it('names payments that are missing here or there, and amounts that differ, until they are corrected', async () => {
  const id = await pay('credit_500');
  const stored = await server.stored(id);
  const paymentId = stored?.paymentId ?? '';
  const alarm = vi.spyOn(server.platform.log, 'warn');
  await change(id, { paymentId: 'elsewhere' });
  const missing = (await compared()).find(({ currency }) => currency === 'USD');
  expect(missing).toMatchObject({ differs: true, theirs: 1_897, ours: 1_897 });
  expect(missing?.differences).toEqual([
    { kind: 'missing_here', paymentId, orderId: expect.anything(), theirs: 499, ours: null },
    { kind: 'missing_there', paymentId: 'elsewhere', orderId: id, theirs: null, ours: 499 },
  ]);
  expect(alarm).toHaveBeenCalledWith(
    expect.objectContaining({ alarm: 'payments_differ', method: 'sandbox', differences: 2 }),
    expect.any(String),
  );
  alarm.mockRestore();
  await change(id, { paymentId, amount: 450 });
  const differing = (await compared()).find(({ currency }) => currency === 'USD');
  expect(differing?.differences).toEqual([
    { kind: 'amount_differs', paymentId, orderId: id, theirs: 499, ours: 450 },
  ]);
  const shown = await shell.run('orders', 'compare', '--day', today);
  expect(shown.status).toBe(1);
  expect(shown.out).toContain(
    `    amount_differs: payment ${paymentId}, 499 there, 450 here (minor units), order ${id}\n`,
  );
  await change(id, { amount: 499 });
  expect((await compared()).every(({ differs }) => !differs)).toBe(true);
});

it('asks a provider without a list for each of our payments', async () => {
  const sandbox = server.platform.payments.get('sandbox');
  if (!sandbox) throw new Error('There is no sandbox');
  const silent: PaymentGateway = { ...sandbox, listsPayments: false, listPaid: () => nothing() };
  const gateways = new Map([['sandbox' as const, silent]]);
  const rows = await compared(gateways);
  expect(rows).toMatchObject([
    { currency: 'USD', theirs: 1_897, ours: 1_897, differs: false },
    { currency: 'CNY', theirs: 3_600, ours: 3_600, differs: false },
  ]);
});

async function* nothing(): AsyncGenerator<never> {
  yield* [];
}

it('compares the last seven days once, and again those that differ', async () => {
  const { database, platform } = server;
  await database.query.delete(paymentComparison);
  const tomorrow = new Date(Date.now() + 86_400_000);
  const due = async () => {
    const all = await compareProviders({ ...platform, now: () => tomorrow });
    return [...new Set(all.filter(({ method }) => method === 'sandbox').map(({ day }) => day))];
  };
  expect(await due()).toEqual(
    Array.from({ length: 7 }, (_, index) => addDays(dayOf(tomorrow), index - 7)),
  );
  expect(await due()).toEqual([]);
  await database.query.execute(
    sql`update payment_comparison set differs = true where day = ${today} and currency = 'USD'`,
  );
  expect(await due()).toEqual([today]);
});

it('waits for the next night when a provider cannot be asked', async () => {
  const sandbox = server.platform.payments.get('sandbox');
  if (!sandbox) throw new Error('There is no sandbox');
  const broken: PaymentGateway = {
    ...sandbox,
    listPaid: () => {
      throw new Error('unreachable');
    },
  };
  await server.database.query.delete(paymentComparison);
  expect(await compared(new Map([['sandbox' as const, broken]]))).toEqual([]);
  const stored = await server.database.query.select().from(paymentComparison);
  expect(stored.map(({ subject }) => subject).toSorted()).toEqual(['disputes', 'refunds']);
});

it('runs on a running server at the request of an operator', async () => {
  const asked = await shell.run('orders', 'compare', '--again', '--day', today);
  expect(asked).toMatchObject({ status: 0, err: '' });
  await expect
    .poll(async () => (await shell.run('orders', 'compare', '--json', '--day', today)).out, {
      timeout: 20_000,
    })
    .toContain('"theirs": 1897');
  expect((await shell.run('orders', 'compare', '--day', 'May')).err).toContain(
    '--day must be a day',
  );
});

it('deletes the texts of messages after 90 days, and keeps their results', async () => {
  const { database, platform } = server;
  const kept = await database.query.select().from(providerEvent);
  expect(kept.length).toBeGreaterThan(0);
  expect(await deleteOldPayloads(platform)).toBe(0);
  const later = new Date(platform.now().getTime() + 91 * 86_400_000);
  expect(await deleteOldPayloads({ ...platform, now: () => later })).toBe(kept.length);
  const after = await database.query.select().from(providerEvent);
  expect(after.map(({ eventId, state, payload }) => [eventId, state, payload])).toEqual(
    kept.map(({ eventId, state }) => [eventId, state, null]),
  );
});
