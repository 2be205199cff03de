import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { Shop } from '../shop.ts';
import type { PaymentCase } from './paymentCase.ts';

const day = 86_400;

export const stripeEventCases: readonly PaymentCase[] = [
  { number: 1, title: 'the same message 50 times at once grants once', run: sendsFiftyCopies },
  { number: 2, title: 'messages out of order never lead back', run: sendsInReverse },
  { number: 3, title: 'a message before the order is stored is applied later', run: sendsEarly },
  {
    number: 4,
    title: 'a server killed between storing and applying applies once after its start',
    run: diesBeforeApplying,
  },
  {
    number: 5,
    title: 'a wrong signature or a changed body is refused, both secrets of a rotation count',
    run: sendsWithOtherSecrets,
  },
  {
    number: 6,
    title: 'another version of the API is read or parked with an alarm',
    run: speaksOtherVersions,
  },
  { number: 7, title: 'an address that is down for three days loses nothing', run: isDownForDays },
];

async function sendsFiftyCopies(shop: Shop): Promise<void> {
  const buyer = await shop.newBuyer();
  await shop.buy(buyer, 'credit_500');
  await shop.deliver('in order', 50);
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase']);
  expect(await shop.credit(buyer)).toBe(500);
}

async function sendsInReverse(shop: Shop): Promise<void> {
  const buyer = await shop.newBuyer();
  const order = await shop.order(buyer, 'basic_month');
  const session = await shop.checkout(buyer, order);
  shop.stripe.buyer.isDeclined(session);
  shop.stripe.buyer.pay(session);
  await shop.deliver('reversed');
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase']);
  expect(await shop.credit(buyer)).toBe(400);
}

/** Stripe sends its message before the response that contains the session of the order. */
async function sendsEarly(shop: Shop): Promise<void> {
  const buyer = await shop.newBuyer();
  const order = await shop.order(buyer, 'credit_500');
  const { hooks, sessions, buyer: payer } = shop.stripe;
  const { after } = hooks;
  hooks.after = async (call) => {
    hooks.after = after;
    payer.pay([...sessions.keys()].at(-1) ?? '');
    const statuses = await Promise.all(
      shop.newMessages().map((event) => shop.send('stripe', shop.stripe.message(event))),
    );
    expect(new Set(statuses.flat())).toEqual(new Set([200]));
    return after(call);
  };
  const path = `/api/orders/${order.id}/checkout`;
  const opened = await shop.call(buyer, 'POST', path, { method: 'stripe' });
  // Asked again after a kill, it may be paid already.
  if (opened.status !== 200) {
    expect(await opened.json()).toMatchObject({ error: { state: 'fulfilled' } });
  }
  await shop.settle();
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase']);
  expect(await shop.credit(buyer)).toBe(500);
}

async function diesBeforeApplying(shop: Shop): Promise<void> {
  const buyer = await shop.newBuyer();
  await shop.buy(buyer, 'credit_500');
  // The server that applies the message waits for this lock.
  const holder = await shop.database.pool.connect();
  await holder.query('begin');
  await holder.query('select id from payment_order where user_id = $1 for update', [buyer.userId]);
  for (const event of shop.newMessages()) await shop.send('stripe', shop.stripe.message(event));
  await shop.waitFor(async () => {
    const { rowCount } = await shop.database.pool.query(
      `select from provider_event where state = 'waiting' and attempts > 0`,
    );
    return rowCount !== 0;
  });
  shop.server.kill();
  await holder.query('rollback');
  holder.release();
  await shop.settle();
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase']);
  expect(await shop.credit(buyer)).toBe(500);
}

async function sendsWithOtherSecrets(shop: Shop): Promise<void> {
  const buyer = await shop.newBuyer();
  await shop.buy(buyer, 'credit_500');
  const messages = shop.newMessages();
  const completed = messages.find(({ type }) => type === 'checkout.session.completed');
  if (!completed) throw new Error('Stripe has no message');
  const { stripe } = shop;
  const right = stripe.message(completed);
  const refused = [
    stripe.message(completed, `whsec_${'x'.repeat(24)}`),
    // The same JSON, written by another library.
    { ...right, body: new TextEncoder().encode(JSON.stringify(completed, undefined, 1)) },
    { ...right, headers: new Headers({ 'stripe-signature': unsigned(right.body) }) },
    stripe.sign(JSON.stringify(completed), undefined, stripe.now() - 3_600),
  ];
  for (const message of refused) expect(await shop.send('stripe', message)).toEqual([403]);
  expect(await shop.orders(buyer)).toEqual(['pending purchase']);
  const newest = stripe.message(completed, stripe.config.webhookSecrets[1]);
  expect(await shop.send('stripe', newest)).toEqual([200]);
  expect(await shop.send('stripe', right)).toEqual([200]);
  await shop.settle();
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase']);
  expect(await shop.credit(buyer)).toBe(500);
}

/** A scheme that Stripe uses for tests only. */
function unsigned(body: Uint8Array): string {
  const digest = createHmac('sha256', 'none').update(body).digest('hex');
  return `t=${Math.floor(Date.now() / 1_000)},v0=${digest}`;
}

async function speaksOtherVersions(shop: Shop): Promise<void> {
  const buyer = await shop.newBuyer();
  await shop.buy(buyer, 'credit_500');
  const completed = shop.newMessages().find(({ type }) => type === 'checkout.session.completed');
  const id = (completed?.data.object as { id?: string } | undefined)?.id;
  const other = (suffix: string, object: object) =>
    JSON.stringify({
      ...completed,
      id: `evt_${id}${suffix}`,
      api_version: '2019-03-14',
      data: { object },
    });
  const unknown = shop.stripe.sign(other('a', { object: 'checkout_page', reference: id }));
  expect(await shop.send('stripe', unknown)).toEqual([200]);
  const parked = await shop.database.pool.query<{ state: string; outcome: string }>(
    'select state, outcome from provider_event where event_id = $1',
    [`evt_${id}a`],
  );
  expect(parked.rows).toEqual([
    { state: 'parked', outcome: expect.stringContaining('2019-03-14') },
  ]);
  expect(await shop.orders(buyer)).toEqual(['pending purchase']);
  const old = shop.stripe.sign(other('b', { object: 'checkout.session', id }));
  expect(await shop.send('stripe', old)).toEqual([200]);
  await shop.settle();
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase']);
  expect(await shop.credit(buyer)).toBe(500);
}

/** No message of these days ever comes. */
async function isDownForDays(shop: Shop): Promise<void> {
  const [pack, plan, renewed] = [
    await shop.newBuyer(),
    await shop.newBuyer(),
    await shop.newBuyer(),
  ];
  await shop.subscribe(renewed, 'pro_month');
  await shop.advance(30 * day);
  await shop.deliver();
  await shop.buy(pack, 'credit_1000');
  await shop.buy(plan, 'basic_month');
  await shop.advance(3 * day);
  shop.newMessages();
  await shop.reconcile();
  expect(await shop.orders(pack)).toEqual(['fulfilled purchase']);
  expect(await shop.orders(plan)).toEqual(['fulfilled purchase']);
  expect(await shop.orders(renewed)).toEqual(['fulfilled purchase', 'fulfilled renewal']);
  expect(await shop.credit(pack)).toBe(1_000);
  expect(await shop.credit(plan)).toBe(400);
}
