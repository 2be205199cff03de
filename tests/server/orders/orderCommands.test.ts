import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appUser } from '#server/db/schema/accounts.ts';
import { paymentOrder, providerEvent } from '#server/db/schema/orders.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { type PaymentServer, startPaymentServer } from '../../setup/payments.ts';

let server: PaymentServer;
let operator: OperatorShell;

beforeAll(async () => {
  server = await startPaymentServer();
  operator = await openOperatorShell(server.database.url);
});

afterAll(async () => {
  await operator.close();
  await server.close();
});

it('lists orders by state, and shows one with its checkouts', async () => {
  const buyer = await server.newBuyer();
  const [paid, open] = [
    await server.order(buyer, 'credit_500'),
    await server.order(buyer, 'credit_1000'),
  ];
  await server.act(await server.checkout(buyer, paid), { outcome: 'pay' });
  await expect.poll(() => server.stateOf(paid.id), { timeout: 20_000 }).toBe('fulfilled');
  const all = await operator.run('orders', 'list');
  expect(all.out).toContain(paid.id);
  expect(all.out).toContain(open.id);
  const fulfilled = await operator.run('orders', 'list', '--state', 'fulfilled');
  expect(fulfilled.out).toMatch(/credit_500 {2}499 USD {2}fulfilled {2}sandbox {2}receipt 1/);
  expect(fulfilled.out).not.toContain(open.id);
  const shown = await operator.run('orders', 'show', paid.id);
  expect(shown.out).toMatch(/checkout 1: sandbox, paid, sandbox_checkout_\w+/);
  const [user] = await server.database.query
    .select({ email: appUser.email })
    .from(appUser)
    .where(eq(appUser.id, buyer.userId));
  const email = user?.email ?? '';
  expect(shown.out).toContain(`user ${buyer.userId}, ${email}\n`);
  expect(shown.out).toMatch(/ {2}paid 4\.99 USD, 20[\dT:.-]+Z, sandbox, payment \S+\n/);
  expect((await operator.run('orders', 'show', open.id)).out).toContain('  not paid\n');
  await server.database.query
    .update(paymentOrder)
    .set({ paidAmount: 450, paidCurrency: 'GBP' })
    .where(eq(paymentOrder.id, paid.id));
  const foreign = await operator.run('orders', 'show', paid.id);
  expect(foreign.out).toContain('paid 450 GBP (minor units)');
  await server.order(await server.newBuyer(), 'credit_500');
  const own = await operator.run('orders', 'list', '--email', email.toUpperCase());
  const ids = own.out.split('\n').flatMap((line) => line.split(' ')[0] || []);
  expect(ids.toSorted()).toEqual([paid.id, open.id].toSorted());
  const unknown = await operator.run('orders', 'list', '--email', 'nobody@example.org');
  expect(unknown.err).toContain('There is no account with this address');
  expect((await operator.run('orders', 'show', buyer.userId)).err).toContain('There is no order');
  const wrong = await operator.run('orders', 'list', '--state', 'gold');
  expect(wrong.err).toContain('--state must be one of created, pending, ');
});

it('lists parked messages, and the others on request', async () => {
  const now = server.platform.now();
  const parked = { method: 'sandbox' as const, type: 'odd.thing', eventId: 'parked-1' };
  await server.database.query.insert(providerEvent).values({
    ...parked,
    subject: { kind: 'unreadable', why: 'another version' },
    state: 'parked',
    outcome: 'another version',
    nextAttempt: now,
    received: now,
  });
  const unfinished = await operator.run('orders', 'events');
  expect(unfinished.out).toMatch(/odd\.thing {2}parked {2}0 tries {2}another version {2}parked-1/);
  expect(unfinished.out).not.toContain('checkout.paid');
  expect((await operator.run('orders', 'events', '--all')).out).toContain('checkout.paid');
});

it('refunds an order with its credits, once for each name, and leaves a record', async () => {
  const buyer = await server.newBuyer();
  const order = await server.order(buyer, 'credit_500');
  await server.act(await server.checkout(buyer, order), { outcome: 'pay' });
  await expect.poll(() => server.stateOf(order.id), { timeout: 20_000 }).toBe('fulfilled');
  const refund = (...more: string[]) =>
    operator.run('orders', 'refund', '--yes', order.id, ...more);
  const part = ['--amount', '100', '--reason', 'was slow', '--id', 'ticket-7'];
  const first = await refund(...part);
  expect(first.out).toMatch(
    /refund \S+: 100 USD, succeeded, by operator \(was slow\); 100 credits taken; sandbox_refund_\w+/,
  );
  expect((await refund(...part)).out).toBe(first.out);
  expect((await refund('--amount', '90', '--reason', 'x', '--id', 'ticket-7')).err).toContain(
    'another amount',
  );
  expect(await server.credit(buyer)).toBe(400);
  expect((await refund('--amount', '400', '--reason', 'too much')).err).toContain(
    'Of 499 USD only 399 can go back',
  );
  expect((await refund('--amount', '1')).err).toContain('--reason');
  await refund('--reason', 'the rest');
  expect(await server.credit(buyer)).toBe(0);
  const shown = await operator.run('orders', 'show', order.id);
  expect(shown.out).toMatch(/499 USD {2}refunded/);
  expect(shown.out).toContain('499 USD went back in all');
  expect(shown.out.match(/^ {2}refund /gm)).toHaveLength(2);
  const { rows } = await server.database.pool.query(
    "select details->>'reason' as reason from audit_entry where action = 'order.refund' order by id",
  );
  expect(rows).toEqual([{ reason: 'was slow' }, { reason: 'the rest' }]);
});

it('applies a parked message again, and counts open ones', async () => {
  const buyer = await server.newBuyer();
  const order = await server.order(buyer, 'credit_500');
  const page = await server.checkout(buyer, order);
  const id = /\w+$/.exec(page)?.[0] ?? '';
  await server.act(page, { outcome: 'pay', copies: '0' });
  const now = server.platform.now();
  await server.database.query.insert(providerEvent).values({
    method: 'sandbox',
    type: 'checkout.paid',
    eventId: 'parked-2',
    subject: { kind: 'checkout', id },
    state: 'parked',
    outcome: 'an older version',
    nextAttempt: now,
    received: now,
  });
  expect((await operator.run('orders', 'status')).out).toMatch(/messages: \d+ wait, 2 are parked/);
  expect((await operator.run('orders', 'events', '--retry', 'parked-1')).err).toContain(
    'Nobody could read',
  );
  expect((await operator.run('orders', 'events', '--retry', 'parked-9')).err).toContain(
    'No message of this id is parked',
  );
  await operator.run('orders', 'events', '--retry', 'parked-2');
  await expect.poll(() => server.stateOf(order.id), { timeout: 20_000 }).toBe('fulfilled');
  expect((await operator.run('orders', 'status')).out).toMatch(/1 are parked/);
});
