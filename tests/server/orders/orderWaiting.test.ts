import { afterAll, beforeAll, expect, it } from 'vitest';
import { askPauseMilliseconds, watchPauseMilliseconds } from '#domain/orders/orders.ts';
import { termEnd } from '#domain/plans/planTerms.ts';
import { type PaymentServer, startPaymentServer } from '../../setup/payments.ts';

let server: PaymentServer;

beforeAll(async () => {
  server = await startPaymentServer();
});

afterAll(() => server.close());

it('notices a payment without a message by the second query after it', async () => {
  const started = server.platform.now();
  let passed = 0;
  server.platform.now = () => new Date(started.getTime() + passed);
  const buyer = await server.newBuyer();
  const order = await server.order(buyer, 'credit_500');
  const page = await server.checkout(buyer, order);
  // The page asks just before the buyer pays: the longest way to the next question to the provider.
  expect(await server.read(buyer, order)).toMatchObject({ state: 'pending' });
  await server.act(page, { outcome: 'pay', copies: '0' });
  passed += watchPauseMilliseconds;
  expect(await server.read(buyer, order)).toMatchObject({ state: 'pending' });
  passed += watchPauseMilliseconds;
  expect(await server.read(buyer, order)).toMatchObject({ state: 'fulfilled' });
  expect(passed).toBeGreaterThan(askPauseMilliseconds);
  expect(passed).toBeLessThan(2_000);
});

it('reports that a payment is being processed, alone and in the list', async () => {
  const buyer = await server.newBuyer();
  const order = await server.order(buyer, 'credit_500');
  const page = await server.checkout(buyer, order);
  expect(await server.read(buyer, order)).toMatchObject({ state: 'pending', processing: false });
  await server.act(page, { outcome: 'later', copies: '1', confirm: '900' });
  await expect.poll(() => server.read(buyer, order)).toMatchObject({ processing: true });
  expect(await server.list(buyer)).toMatchObject([{ state: 'pending', processing: true }]);
});

it('names the time of a plan that does not renew', async () => {
  const buyer = await server.newBuyer();
  const order = await server.order(buyer, 'basic_year');
  await server.act(await server.checkout(buyer, order, 'sandbox_scan'), { outcome: 'pay' });
  await expect.poll(() => server.stateOf(order.id)).toBe('fulfilled');
  const { period } = await server.read(buyer, order);
  const starts = new Date(period?.starts ?? '');
  expect(period?.ends).toBe(termEnd('basic_year', starts).toISOString());
  expect(await server.list(buyer)).toMatchObject([{ period }]);
});
