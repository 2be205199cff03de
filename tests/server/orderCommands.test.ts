import { afterAll, beforeAll, expect, it } from 'vitest';
import { providerEvent } from '#server/db/schema/orders.ts';
import { type OperatorShell, openOperatorShell } from '../setup/operatorProcess.ts';
import { type PaymentServer, startPaymentServer } from '../setup/payments.ts';

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
  expect((await operator.run('orders', 'show', buyer.userId)).err).toContain('There is no order');
  const wrong = await operator.run('orders', 'list', '--state', 'gold');
  expect(wrong.err).toContain('--state must be one of created, pending, ');
});

it('lists messages that are parked, and the others where they are asked for', async () => {
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
