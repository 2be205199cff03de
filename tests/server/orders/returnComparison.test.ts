import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#domain/dates.ts';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import { paymentComparison } from '#server/db/schema/paymentComparisons.ts';
import { compareProviders } from '#server/services/orders/comparisons/compareProviders.ts';
import { type ComparingServer, startComparingServer, today } from '../../setup/comparing.ts';

let server: ComparingServer;

beforeAll(async () => {
  server = await startComparingServer();
});

afterAll(() => server.close());

describe('refunds and disputes of a day', () => {
  it('are equal if both sides have the same, for each currency', async () => {
    const [dollars, yen] = [await server.buy('credit_500'), await server.buyForYen()];
    await server.refund(dollars.order.id, 100);
    await server.refund(dollars.order.id, 50);
    await server.refund(yen.order.id, 300);
    const disputed = await server.buy('credit_500');
    server.stripe.openDispute(disputed.paymentId);
    await server.deliverStripe('charge.dispute.created');
    await server.applied();
    const refunds = await server.compare('refunds');
    expect(refunds).toHaveLength(2);
    const usd = { theirs: 150, theirNumber: 2, ours: 150, ourNumber: 2, differs: false };
    const jpy = { theirs: 300, theirNumber: 1, ours: 300, ourNumber: 1, differs: false };
    expect(refunds).toContainEqual(expect.objectContaining({ currency: 'USD', ...usd }));
    expect(refunds).toContainEqual(expect.objectContaining({ currency: 'JPY', ...jpy }));
    expect(await server.compare('disputes')).toMatchObject([
      { currency: 'USD', theirs: 499, theirNumber: 1, ours: 499, ourNumber: 1, differs: false },
    ]);
    const { out, status } = await server.shell.run('orders', 'compare', '--day', today);
    expect(status).toBe(0);
    expect(out).toContain(
      `${today}  stripe  refunds  there 300 JPY in 1  here 300 JPY in 1  equal\n`,
    );
    expect(out).toContain(
      `${today}  stripe  disputes  there 4.99 USD in 1  here 4.99 USD in 1  equal\n`,
    );
  });

  it('have a row also without any, and are stored once for repeated comparisons', async () => {
    const day = addDays(today, -3);
    const none = { theirs: 0, theirNumber: 0, ours: 0, ourNumber: 0, differs: false };
    expect(await server.compare('refunds', { day })).toMatchObject([none]);
    expect(await server.compare('disputes', { day })).toMatchObject([none]);
    const read = async () => {
      const rows = await server.database.query.select().from(paymentComparison);
      return rows.map(({ compared: _, ...row }) => JSON.stringify(row)).toSorted();
    };
    await server.isEqual();
    const once = await read();
    await server.compare('refunds', { day });
    await server.isEqual();
    expect(await read()).toEqual(once);
  });

  it('are on the provider’s day, and not missing when a neighbouring day has them', async () => {
    const { id, made } = await server.refundedAtStripe(await server.buy('credit_500'), 100);
    const [stored] = await server.refundRow(id);
    expect(stored?.made).toEqual(new Date(Math.floor(made.madeAt.getTime() / 1_000) * 1_000));
    const created = new Date(`${addDays(today, -1)}T23:59:59Z`);
    await server.changeRefund(id, { made: null, created });
    const yesterday = await server.compare('refunds', { day: addDays(today, -1) });
    expect(yesterday).toMatchObject([{ theirs: 0, ours: 100, differs: false }]);
    expect(await server.isEqual()).toBe(true);
    await server.changeRefund(id, { made: stored?.made ?? null });
  });
});

describe('a dispute', () => {
  it('without a message is missing here, until it is found', async () => {
    const { order, paymentId, buyer } = await server.buy('credit_500');
    const { id } = server.stripe.openDispute(paymentId);
    expect(await server.differences('disputes')).toEqual([
      { kind: 'missing_here', id, paymentId, orderId: order.id, theirs: 499, ours: null },
    ]);
    await server.reconcile();
    expect(await server.disputesOf(order.id)).toMatchObject([{ providerId: id, state: 'open' }]);
    expect(await server.sums(buyer)).toMatchObject({ available: 0, frozen: 500 });
    expect(await server.isEqual()).toBe(true);
    server.stripe.setDispute(id, 'lost');
    await server.reconcile();
    expect(await server.disputesOf(order.id)).toMatchObject([{ state: 'lost' }]);
    // An appeal that was won, whose message never came either.
    server.stripe.setDispute(id, 'won');
    await server.reconcile();
    expect(await server.disputesOf(order.id)).toMatchObject([{ state: 'won' }]);
    expect(await server.isEqual()).toBe(true);
  });

  it('that the provider does not have, or of another amount, is named', async () => {
    const { paymentId } = await server.buy('credit_500');
    const made = server.stripe.openDispute(paymentId);
    await server.reconcile();
    made.amount.amount = 400;
    expect(await server.differences('disputes')).toMatchObject([
      { kind: 'amount_differs', id: made.id, theirs: 400, ours: 499 },
    ]);
    server.stripe.books.disputes.delete(made.id);
    expect(await server.differences('disputes')).toMatchObject([
      { kind: 'missing_there', id: made.id, theirs: null, ours: 499 },
    ]);
  });
});

it('leaves only the unavailable provider to the next night', async () => {
  await server.database.query.delete(paymentComparison);
  const { faults } = server.stripe;
  for (let tries = 0; tries < 60; tries += 1) faults.push({ does: 'cuts the connection' });
  const rows = await server.compareAll();
  faults.length = 0;
  const of = (method: PaymentMethod) => rows.filter((row) => row.method === method);
  expect([of('stripe').length, of('wechat').length]).toEqual([0, 2]);
  const stored = await server.database.query.select().from(paymentComparison);
  expect(stored.some(({ method }) => method === 'stripe')).toBe(false);
  const tomorrow = new Date(Date.now() + 86_400_000);
  const night = { ...server.platform, payments: server.providers, now: () => tomorrow };
  const due = (await compareProviders(night)).filter((row) => row.day === today);
  expect(new Set(due.map(({ method, subject }) => `${method} ${subject}`))).toEqual(
    new Set(['stripe payments', 'stripe refunds', 'stripe disputes']),
  );
});
