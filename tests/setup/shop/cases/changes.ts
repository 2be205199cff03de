import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { RenewingPlan } from '#contract/orders/subscription.ts';
import type { PlanProduct } from '#domain/plans/planTerms.ts';
import type { Buyer, Shop } from '../shop.ts';
import type { PaymentCase } from './paymentCase.ts';

const hour = 3_600;

/** Credits of a week of Basic and of a month of Pro. */
const basic = 400;
const pro = 13_500;

export const changeCases: readonly PaymentCase[] = [
  { number: 19, title: 'a declined upgrade leaves the old plan untouched', run: declinesUpgrade },
  {
    number: 20,
    title: 'down and up 20 times gives no credit that was not paid for',
    run: changesTwentyTimes,
  },
  {
    number: 21,
    title: 'a downgrade starts at the end of the period, as it was said before',
    run: downgrades,
  },
  { number: 25, title: 'cancel, resume, cancel ends in one state', run: cancelsAgain },
];

async function planOf(shop: Shop, buyer: Buyer): Promise<RenewingPlan | null> {
  const { plan } = await shop.read<{ plan: RenewingPlan | null }>(
    buyer,
    'GET',
    '/api/subscription',
  );
  return plan;
}

/** Returns the plan without the dates of an upgrade's effects, which follow the clock. */
async function timelessPlan(shop: Shop, buyer: Buyer) {
  const plan = await planOf(shop, buyer);
  return { ...plan, changes: plan?.changes.map(({ product, amount }) => [product, amount]) };
}

/** Changes the plan at the price that the page shows. */
async function change(shop: Shop, buyer: Buyer, product: PlanProduct): Promise<void> {
  const plan = await planOf(shop, buyer);
  const offered = plan?.changes.find((one) => one.product === product);
  if (!offered) throw new Error(`${product} is not offered`);
  const requested = { request_id: randomUUID(), product, amount: offered.amount, waiver: true };
  await shop.read(buyer, 'POST', '/api/subscription/change', requested);
  await shop.deliver('reversed', 2);
}

function customerOf(shop: Shop, subscription: string): string {
  return shop.stripe.subscriptions.get(subscription)?.customer ?? '';
}

function untilEnd(shop: Shop, subscription: string): number {
  const [item] = shop.stripe.subscriptions.get(subscription)?.items.data ?? [];
  return (item?.current_period_end ?? 0) - shop.stripe.now();
}

/** Returns how often the buyer was charged. */
async function paidOrders(shop: Shop, buyer: Buyer): Promise<number> {
  return (await shop.orders(buyer)).filter((order) => order.startsWith('fulfilled')).length;
}

async function declinesUpgrade(shop: Shop): Promise<void> {
  const buyer = await shop.newBuyer();
  const { subscriptionId } = await shop.subscribe(buyer, 'basic_month');
  const before = await timelessPlan(shop, buyer);
  shop.stripe.books.cards.set(customerOf(shop, subscriptionId), 'is declined');
  await change(shop, buyer, 'pro_month');
  shop.stripe.books.cards.clear();
  await shop.reconcile();
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase', 'failed upgrade declined']);
  expect(await timelessPlan(shop, buyer)).toEqual(before);
  expect(await shop.credit(buyer)).toBe(basic);
}

async function changesTwentyTimes(shop: Shop): Promise<void> {
  const buyer = await shop.newBuyer();
  await shop.subscribe(buyer, 'pro_month');
  // With a kill at each step of two rounds nothing else is seen in the others.
  const rounds = shop.steps.isArmed ? 2 : 20;
  for (let round = 0; round < rounds; round += 1) {
    await change(shop, buyer, 'basic_month');
    await shop.read(buyer, 'POST', '/api/subscription/resume');
    await shop.deliver();
  }
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase']);
  expect(await shop.credit(buyer)).toBe(pro);
  // Up again costs the full price, and gives the full credits.
  await change(shop, buyer, 'pro_year');
  expect(await paidOrders(shop, buyer)).toBe(2);
  expect(await shop.credit(buyer)).toBe(2 * pro);
}

async function downgrades(shop: Shop): Promise<void> {
  const buyer = await shop.newBuyer();
  const { subscriptionId } = await shop.subscribe(buyer, 'pro_month');
  const announced = (await planOf(shop, buyer))?.changes.find(
    ({ product }) => product === 'basic_month',
  );
  await change(shop, buyer, 'basic_month');
  const plan = await planOf(shop, buyer);
  expect(announced).toMatchObject({ kind: 'downgrade', from: plan?.period.ends });
  expect(plan?.waiting).toMatchObject({ product: 'basic_month', from: plan?.period.ends });
  expect([plan?.product, await shop.credit(buyer)]).toEqual(['pro_month', pro]);
  await shop.advance(untilEnd(shop, subscriptionId) + 2 * hour);
  await shop.deliver();
  await shop.reconcile();
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase', 'fulfilled renewal']);
  expect((await planOf(shop, buyer))?.product).toBe('basic_month');
  // The last month of Pro can be spent for three more days.
  expect(await shop.credit(buyer)).toBe(pro + basic);
}

async function cancelsAgain(shop: Shop): Promise<void> {
  const buyer = await shop.newBuyer();
  const { subscriptionId } = await shop.subscribe(buyer, 'basic_month');
  for (const step of ['cancel', 'resume', 'cancel', 'cancel']) {
    await shop.read(buyer, 'POST', `/api/subscription/${step}`);
    await shop.deliver('reversed', 2);
  }
  expect(shop.stripe.subscriptions.get(subscriptionId)?.cancel_at_period_end).toBe(true);
  expect(await planOf(shop, buyer)).toMatchObject({ ends_at_period_end: true, next_amount: null });
  await shop.advance(untilEnd(shop, subscriptionId) + 2 * hour);
  await shop.deliver();
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase']);
  expect(shop.stripe.subscriptions.get(subscriptionId)?.status).toBe('canceled');
  expect((await planOf(shop, buyer))?.kind).not.toBe('renewing');
}
