import { expect } from 'vitest';
import type { Buyer, Shop } from '../shop.ts';
import type { PaymentCase } from './paymentCase.ts';

const hour = 3_600;
const day = 86_400;

export const billingCases: readonly PaymentCase[] = [
  {
    number: 18,
    title: 'a bill of the cycle grants, an update or a bill by hand does not',
    run: billsForOthers,
  },
  {
    number: 22,
    title: 'an unpaid renewal grants nothing, and exactly once when it is paid',
    run: renewsUnpaid,
  },
  { number: 23, title: 'a late bill leaves no gap before its period', run: billsLate },
  {
    number: 24,
    title: 'a year drips monthly, on the last day of short months, missed runs once',
    run: drips,
  },
];

type Running = { buyer: Buyer; subscriptionId: string };

async function subscribe(
  shop: Shop,
  product: 'pro_month' | 'pro_year' | 'basic_month',
): Promise<Running> {
  const buyer = await shop.newBuyer();
  const { subscriptionId } = await shop.subscribe(buyer, product);
  return { buyer, subscriptionId };
}

function subscriptionOf(shop: Shop, id: string) {
  const subscription = shop.stripe.subscriptions.get(id);
  if (!subscription) throw new Error(`No subscription ${id}`);
  return subscription;
}

/** Seconds until the paid period ends. */
function untilEnd(shop: Shop, id: string): number {
  return (subscriptionOf(shop, id).items.data[0]?.current_period_end ?? 0) - shop.stripe.now();
}

async function billsForOthers(shop: Shop): Promise<void> {
  const { buyer, subscriptionId } = await subscribe(shop, 'pro_month');
  for (const reason of ['other', 'change'] as const) shop.stripe.billByHand(subscriptionId, reason);
  await shop.deliver('in order', 2);
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase']);
  expect(await shop.credit(buyer)).toBe(13_500);
  await shop.advance(untilEnd(shop, subscriptionId) + 2 * hour);
  await shop.deliver('in order', 2);
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase', 'fulfilled renewal']);
  // The last lot waits three days for the next one.
  expect(await shop.credit(buyer)).toBe(27_000);
}

async function renewsUnpaid(shop: Shop): Promise<void> {
  const { buyer, subscriptionId } = await subscribe(shop, 'pro_month');
  const { customer } = subscriptionOf(shop, subscriptionId);
  shop.stripe.books.cards.set(customer, 'is declined');
  await shop.advance(untilEnd(shop, subscriptionId) + 2 * hour);
  await shop.deliver();
  await shop.reconcile();
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase']);
  expect(await shop.credit(buyer)).toBe(13_500);
  const { latest_invoice: bill } = subscriptionOf(shop, subscriptionId);
  shop.stripe.books.cards.delete(customer);
  shop.stripe.payInvoice(bill);
  await shop.deliver('reversed', 2);
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase', 'fulfilled renewal']);
  expect(await shop.credit(buyer)).toBe(27_000);
}

async function billsLate(shop: Shop): Promise<void> {
  const { buyer, subscriptionId } = await subscribe(shop, 'pro_month');
  await shop.advance(untilEnd(shop, subscriptionId) + 2 * day);
  // Nothing of the new period has reached us, and the earlier credits can be spent.
  expect(await shop.credit(buyer)).toBe(13_500);
  await shop.deliver();
  const { rows } = await shop.database.pool.query<{ starts: Date; ends: Date }>(
    `select starts, ends from plan_term where user_id = $1 order by starts`,
    [buyer.userId],
  );
  const [first, second] = rows;
  expect(rows).toHaveLength(2);
  expect(Number(second?.starts)).toBeLessThanOrEqual(Number(first?.ends));
  expect(await shop.credit(buyer)).toBe(27_000);
  await shop.advance(2 * day);
  await shop.runJob('expire_lots');
  expect(await shop.credit(buyer)).toBe(13_500);
}

async function drips(shop: Shop): Promise<void> {
  // Plans of other buyers would renew all the time.
  for (const other of shop.stripe.books.subscriptions.values()) other.state = 'ended';
  const { now } = shop;
  const start = Date.UTC(now.getUTCFullYear() + 1, 0, 31, 12);
  await shop.advance(Math.round((start - now.getTime()) / 1_000));
  const { buyer } = await subscribe(shop, 'pro_year');
  const lots = async () => {
    const { rows } = await shop.database.pool.query<{ ends: Date }>(
      'select ends from credit_lot where user_id = $1 order by ends',
      [buyer.userId],
    );
    return rows.map(({ ends }) => ends.toISOString().slice(5, 10));
  };
  const february = new Date(Date.UTC(now.getUTCFullYear() + 1, 2, 0)).toISOString().slice(5, 10);
  expect(await lots()).toEqual([february]);
  await shop.advance(32 * day);
  for (let run = 0; run < 3; run += 1) await shop.runJob('grant_plan_credits');
  expect(await lots()).toEqual([february, '03-31']);
  expect(await shop.credit(buyer)).toBe(13_500);
  // Three runs are missed, over the change of daylight saving; what ended meanwhile is not owed.
  await shop.advance(3 * 31 * day);
  await Promise.all([1, 2, 3].map(() => shop.runJob('grant_plan_credits')));
  await shop.runJob('expire_lots');
  expect(new Set(await lots()).size).toBe((await lots()).length);
  expect(await shop.credit(buyer)).toBe(13_500);
}
