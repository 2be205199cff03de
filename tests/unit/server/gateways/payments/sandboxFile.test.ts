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
  const bill = { subscriptionId: 'plan_1', state: 'paid', price, paidAt: starts, starts, ends };
  const old = {
    port: 4_000,
    checkouts: [
      {
        id: 'checkout_1',
        method: 'sandbox',
        orderId: 'order_1',
        attempt: 1,
        product: 'pro_year',
        following: price,
        description: 'Pro for a year',
        successUrl: 'https://example.org/paid',
        cancelUrl: 'https://example.org/pay',
        expires: ends,
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
        endsAtPeriodEnd: false,
        periodStarts: starts,
        periodEnds: ends,
        latestBillId: 'bill_2',
      },
    ],
    bills: [
      { ...bill, id: 'bill_1', reason: 'create', paymentId: 'payment_1' },
      { ...bill, id: 'bill_2', reason: 'change', paymentId: 'payment_2', changeId: 'change_1' },
    ],
    refunds: [
      { id: 'refund_1', refundId: 'ours', paymentId: 'payment_1', amount: price, madeAt: starts },
      { id: 'refund_2', refundId: 'undated', paymentId: 'payment_2', amount: price },
    ],
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
  expect(books.refunds.get('refund_1')).toMatchObject({
    state: 'succeeded',
    madeAt: new Date(starts),
  });
  expect(books.refunds.get('refund_2')?.madeAt).toBeInstanceOf(Date);
  books.save();
  const again = new SandboxBooks(fileOf());
  for (const table of ['checkouts', 'payments', 'subscriptions', 'bills', 'refunds'] as const) {
    expect([...again[table].values()]).toEqual([...books[table].values()]);
  }
});

it('reads a file that has payments, but no metadata', () => {
  const [created, price] = ['2026-05-01T00:00:00.000Z', { amount: 899, currency: 'USD' }];
  const checkout = {
    id: 'checkout_1',
    method: 'sandbox_scan',
    orderId: 'order_1',
    attempt: 1,
    product: 'credits_small',
    description: 'Credits',
    price,
    successUrl: 'https://example.org/paid',
    cancelUrl: 'https://example.org/pay',
    expires: created,
    state: 'processing',
    paymentId: 'payment_1',
  };
  const payment = { id: 'payment_1', method: 'sandbox_scan', created, price, paid: price };
  const payments = [{ ...payment, state: 'processing' }];
  writeFileSync(fileOf(), JSON.stringify({ port: 4_000, checkouts: [checkout], payments }));
  const books = new SandboxBooks(fileOf());
  const metadata = { order_id: 'order_1' };
  expect(books.checkouts.get('checkout_1')).toMatchObject({ planMetadata: metadata });
  expect(books.payments.get('payment_1')).toMatchObject({ state: 'processing', metadata });
  expect(books.payments.get('payment_1')).not.toHaveProperty('paidAt');
});

it('is empty without a file', () => {
  const books = new SandboxBooks(fileOf());
  expect([books.port, books.checkouts.size]).toEqual([0, 0]);
});

it.for([
  ['{"port": 4', 'is not JSON'],
  ['{"port": 4, "payments": [{}]}', 'is wrong: field “payments.0.id”'],
  ['{"port": 4, "payments": [{"id": "payment_1"}]}', 'is wrong: field “payments.0.method”'],
] as const)('refuses the file %s, with its name and field', ([text, problem]) => {
  writeFileSync(fileOf(), text);
  expect(() => new SandboxBooks(fileOf())).toThrow(
    `The file of the payment sandbox, ${fileOf()} (delete it to begin with empty books), ${problem}`,
  );
});
