import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SandboxBooks } from '#server/gateways/payments/sandboxFile.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-file-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = () => join(folder, 'payments-sandbox.json');

it('reads a file whose checkouts and bills had their payments inside', () => {
  const [starts, ends] = ['2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'];
  const price = { amount: 899, currency: 'USD' };
  const old = {
    port: 4_000,
    checkouts: [
      {
        id: 'checkout_1',
        method: 'sandbox',
        state: 'paid',
        price,
        paid: { amount: 809, currency: 'USD' },
        paymentId: 'payment_1',
        paidAt: starts,
        subscriptionId: 'plan_1',
        billId: 'bill_1',
      },
    ],
    subscriptions: [
      {
        id: 'plan_1',
        method: 'sandbox',
        orderId: 'order_1',
        product: 'pro_year',
        price,
        next: { product: 'pro_month', price },
        state: 'active',
        periodStarts: starts,
        periodEnds: ends,
      },
    ],
    bills: [
      { id: 'bill_1', subscriptionId: 'plan_1', price, paymentId: 'payment_1', paidAt: starts },
      {
        id: 'bill_2',
        subscriptionId: 'plan_1',
        changeId: 'change_1',
        price,
        paymentId: 'payment_2',
        paidAt: starts,
      },
    ],
    refunds: [{ id: 'refund_1', refundId: 'ours', paymentId: 'payment_1', madeAt: starts }],
  };
  writeFileSync(fileOf(), JSON.stringify(old));
  const books = new SandboxBooks(fileOf());
  expect(books.port).toBe(4_000);
  expect(books.payments.get('payment_1')).toMatchObject({
    method: 'sandbox',
    state: 'paid',
    paid: { amount: 809 },
    paidAt: new Date(starts),
  });
  expect(books.payments.get('payment_2')?.paid).toEqual(price);
  expect(books.subscriptions.get('plan_1')).toMatchObject({
    interval: 'year',
    next: { product: 'pro_month', interval: 'month' },
    metadata: { order_id: 'order_1' },
  });
  expect(books.bills.get('bill_2')?.metadata).toEqual({ change_id: 'change_1' });
  expect(books.refunds.get('refund_1')?.state).toBe('succeeded');
  books.save();
  const again = new SandboxBooks(fileOf());
  for (const table of ['checkouts', 'payments', 'subscriptions', 'bills', 'refunds'] as const) {
    expect([...again[table].values()]).toEqual([...books[table].values()]);
  }
});

it('counts a file that cannot be read as empty', () => {
  writeFileSync(fileOf(), '{"port": 4');
  const books = new SandboxBooks(fileOf());
  expect([books.port, books.checkouts.size]).toEqual([0, 0]);
});
