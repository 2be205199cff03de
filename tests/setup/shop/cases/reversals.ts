import { expect } from 'vitest';
import type { Buyer, Shop } from '../shop.ts';
import type { PaymentCase } from './paymentCase.ts';

const price = 499;

export const reversalCases: readonly PaymentCase[] = [
  { number: 27, title: 'refunds of 30 % and 30 % take only the difference', run: refundsInParts },
  {
    number: 28,
    title: 'a refund of a lot that is partly spent takes the rest and records the shortfall',
    run: refundsSpent,
  },
  { number: 29, title: 'a refund during a hold waits until the hold is settled', run: refundsHeld },
  {
    number: 30,
    title: 'a dispute freezes, won it gives exactly that back, lost it takes it',
    run: isDisputed,
  },
  { number: 31, title: 'a refund that fails after all restores the credits', run: failsToRefund },
];

type Paid = { buyer: Buyer; payment: string };

async function buy(shop: Shop): Promise<Paid> {
  const buyer = await shop.newBuyer();
  const session = await shop.checkout(buyer, await shop.order(buyer, 'credit_500'));
  shop.stripe.buyer.pay(session);
  await shop.deliver();
  expect(await shop.credit(buyer)).toBe(500);
  return { buyer, payment: String(shop.stripe.sessions.get(session)?.payment_intent) };
}

/** Somebody refunds at Stripe's own pages. */
function refund(shop: Shop, { payment }: Paid, amount: number): string {
  return shop.stripe.refund(payment, amount);
}

/** Returns the shortfalls of a buyer's refunds: credits that were asked for and not there. */
async function shortfallOf(shop: Shop, { userId }: Buyer): Promise<number> {
  const { rows } = await shop.database.pool.query<{ missing: number }>(
    `select coalesce(sum(asked - taken), 0)::int as missing from credit_refund r
      join credit_lot l on l.id = r.lot_id where l.user_id = $1 and r.failed is null`,
    [userId],
  );
  return rows[0]?.missing ?? 0;
}

async function refundsInParts(shop: Shop): Promise<void> {
  const paid = await buy(shop);
  refund(shop, paid, 150);
  await shop.deliver('in order', 3);
  expect(await shop.credit(paid.buyer)).toBe(500 - Math.round((500 * 150) / price));
  refund(shop, paid, 150);
  await shop.deliver('reversed', 3);
  expect(await shop.credit(paid.buyer)).toBe(500 - Math.round((500 * 300) / price));
  expect(await shop.orders(paid.buyer)).toEqual(['fulfilled purchase']);
  refund(shop, paid, price - 300);
  await shop.deliver('reversed', 2);
  expect(await shop.credit(paid.buyer)).toBe(0);
  expect(await shop.orders(paid.buyer)).toEqual(['refunded purchase']);
  expect(await shortfallOf(shop, paid.buyer)).toBe(0);
}

async function refundsSpent(shop: Shop): Promise<void> {
  const paid = await buy(shop);
  let spent = 0;
  // An answer that a kill has cut costs nothing.
  for (let question = 0; question < 3; question += 1) {
    spent += await shop.ask(paid.buyer, 'sandbox: fast 2');
  }
  expect(spent).toBeGreaterThanOrEqual(2);
  expect(await shop.credit(paid.buyer)).toBe(500 - spent);
  refund(shop, paid, price);
  await shop.deliver('in order', 2);
  expect(await shop.credit(paid.buyer)).toBe(0);
  expect(await shortfallOf(shop, paid.buyer)).toBe(spent);
  expect(await shop.orders(paid.buyer)).toEqual(['refunded purchase']);
}

async function refundsHeld(shop: Shop): Promise<void> {
  const paid = await buy(shop);
  const answer = shop.ask(paid.buyer, 'sandbox: pause 1500');
  let isOver = false;
  void answer.finally(() => {
    isOver = true;
  });
  // A kill may cut the answer as soon as it holds its credit.
  await shop.waitFor(async () => isOver || (await shop.credit(paid.buyer)) === 499);
  refund(shop, paid, price);
  await shop.deliver();
  expect(await shop.credit(paid.buyer)).toBe(0);
  const charged = await answer;
  expect(await shop.credit(paid.buyer)).toBe(0);
  // An answer that a kill has cut costs nothing, and its credit goes with the others.
  expect(await shortfallOf(shop, paid.buyer)).toBe(charged);
}

async function isDisputed(shop: Shop): Promise<void> {
  const [won, lost] = [await buy(shop), await buy(shop)];
  const left = new Map<Paid, number>();
  for (const paid of [won, lost]) {
    left.set(paid, 500 - (await shop.ask(paid.buyer, 'sandbox: fast 2')));
    const { id } = shop.stripe.openDispute(paid.payment);
    await shop.deliver('in order', 2);
    expect(await shop.credit(paid.buyer)).toBe(0);
    shop.stripe.setDispute(id, paid === won ? 'won' : 'lost');
    await shop.deliver('reversed', 2);
  }
  const ofWon = left.get(won) ?? 0;
  // At most one answer is cut by a kill.
  expect([499, 500]).toContain(ofWon);
  expect(await shop.credit(won.buyer)).toBe(ofWon);
  expect(await shop.credit(lost.buyer)).toBe(0);
  expect(await shop.orders(lost.buyer)).toEqual(['refunded purchase']);
  refund(shop, won, 150);
  await shop.deliver();
  expect(await shop.credit(won.buyer)).toBe(ofWon - Math.round((500 * 150) / price));
}

async function failsToRefund(shop: Shop): Promise<void> {
  const paid = await buy(shop);
  const { books } = shop.stripe;
  books.refundsWait = true;
  const id = refund(shop, paid, price);
  books.refundsWait = false;
  await shop.deliver();
  // Returning credits cannot be spent.
  expect(await shop.credit(paid.buyer)).toBe(0);
  expect(await shop.orders(paid.buyer)).toEqual(['fulfilled purchase']);
  shop.stripe.settleRefund(id, 'failed');
  await shop.deliver('reversed', 3);
  expect(await shop.credit(paid.buyer)).toBe(500);
  expect(await shop.orders(paid.buyer)).toEqual(['fulfilled purchase']);
}
