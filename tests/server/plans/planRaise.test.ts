import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PlanPreview, PrepaidPlan, RenewingPlan } from '#contract/orders/subscription.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { issueCodes } from '#server/services/product/issueCodes.ts';
import { callJson } from '../../setup/conversations.ts';
import { type Bought, type ReturnsServer, startReturnsServer } from '../../setup/returns.ts';

/** Basic gives 400 credits a week from 29 November 2026 on, and gave 200 before (`domain/pricing/offers.ts`). */
const bought = new Date('2026-11-25T12:00:00Z');

let server: ReturnsServer;

beforeAll(async () => {
  server = await startReturnsServer();
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
});

/** Sets the clock of the server to some days after 25 November, noon. */
function waitUntil(days: number): void {
  const time = bought.getTime() + days * 86_400_000;
  server.advance(Math.round((time - server.platform.now().getTime()) / 1_000));
}

/** Buys a month of Basic on 25 November: prepaid by WeChat Pay, or one that renews by Stripe. */
async function buyBefore(method: 'wechat' | 'stripe' = 'wechat'): Promise<Bought> {
  waitUntil(0);
  server[method].books.ahead = (server.platform.now().getTime() - Date.now()) / 1_000;
  const made = await server.buy('basic_month', method);
  expect(await server.credit(made.buyer)).toBe(200);
  return made;
}

/** Refunds an order in full, and lets the bank send the money back. */
async function failRefund(made: Bought): Promise<void> {
  server.wechat.books.refundsWait = true;
  const refund = await server.refund(made.order.id);
  server.wechat.books.refundsWait = false;
  expect(await server.credit(made.buyer)).toBe(0);
  const failed = server.wechat.settleRefund(refund.providerId ?? '', 'failed');
  await server.deliver('wechat', server.wechat.message('REFUND.CLOSED', failed));
  await server.applied();
}

async function redeem(buyer: Bought['buyer'], code = '') {
  const path = `/api/product/code?code=${code}&id=${randomUUID()}`;
  return callJson<{ msg: string }>(server, await buyer.cookie(), 'POST', path);
}

async function offerTo({ buyer, order }: Bought) {
  const path = `/api/orders/${order.id}/refund`;
  const { json } = await callJson<{ offer: object }>(server, await buyer.cookie(), 'GET', path);
  return json.offer;
}

type Shown = { plan: PrepaidPlan | RenewingPlan; previews: PlanPreview[] };

async function shownTo({ buyer }: Pick<Bought, 'buyer'>): Promise<Shown> {
  return (await callJson<Shown>(server, await buyer.cookie(), 'GET', '/api/subscription')).json;
}

it('raises the credits of a running plan from its next week on, not at once', async () => {
  const { buyer } = await buyBefore();
  waitUntil(4);
  expect(await server.credit(buyer)).toBe(200);
  for (const days of [7.1, 14.1, 28.1]) {
    waitUntil(days);
    expect(await server.credit(buyer)).toBe(400);
  }
  waitUntil(31);
  expect(await server.credit(buyer)).toBe(0);
});

it('takes a refunded part from each week by the credits that it was granted', async () => {
  const made = await buyBefore();
  await server.refund(made.order.id, 3_200);
  expect(await server.credit(made.buyer)).toBe(100);
  waitUntil(7.1);
  expect(await server.credit(made.buyer)).toBe(200);
  await server.refund(made.order.id, 1_600);
  // A quarter of the first week, 50 credits, and of the second, 100.
  expect(await server.credit(made.buyer)).toBe(50);
  waitUntil(14.1);
  expect(await server.credit(made.buyer)).toBe(100);
});

it('takes a part that is refunded in the week of the raise from its own credits', async () => {
  const made = await buyBefore();
  waitUntil(5);
  await server.refund(made.order.id, 1_600);
  expect(await server.credit(made.buyer)).toBe(150);
  waitUntil(7.1);
  expect(await server.credit(made.buyer)).toBe(300);
  await server.refund(made.order.id, 1_600);
  expect(await server.credit(made.buyer)).toBe(300 - 50 - 100);
  waitUntil(14.1);
  expect(await server.credit(made.buyer)).toBe(200);
});

it('returns the price of the unspent credits, of all that the plan gives', async () => {
  const made = await buyBefore();
  // Five weeks begin in the month: one of 200 credits, four of 400.
  expect(await offerTo(made)).toMatchObject({ credits: 1_800, amount: 6_400 });
  await server.spend(made.buyer, 100);
  waitUntil(7.1);
  await server.spend(made.buyer, await server.credit(made.buyer));
  const amount = Math.round((6_400 * 1_200) / 1_800);
  expect(await offerTo(made)).toMatchObject({ credits: 1_200, amount });
});

it('gives the raised week back when a refund fails', async () => {
  const made = await buyBefore();
  waitUntil(7.1);
  expect(await server.credit(made.buyer)).toBe(400);
  await failRefund(made);
  expect(await server.credit(made.buyer)).toBe(400);
  waitUntil(14.1);
  expect(await server.credit(made.buyer)).toBe(400);
});

it('gives a plan of an older gift code the credits of today', async () => {
  waitUntil(5);
  const [buyer, other] = [await server.newBuyer(), await server.newBuyer()];
  const order = { credits: 200, product: 'basic_month', count: 2, expires: null } as const;
  const { codes } = await issueCodes(server.platform, { ...order, note: null });
  expect((await redeem(buyer, codes[0])).json.msg).toContain('400 credits a week');
  expect(await server.credit(buyer)).toBe(400);
  waitUntil(2);
  expect((await redeem(other, codes[1])).json.msg).toContain('200 credits a week');
  waitUntil(9.1);
  expect([await server.credit(buyer), await server.credit(other)]).toEqual([400, 400]);
});

it('shows the credits of the next week of a plan that runs, also of a reduced one', async () => {
  const made = await buyBefore();
  expect((await shownTo(made)).plan).toMatchObject({ credits: 400, parts: [{ credits: 400 }] });
  await server.refund(made.order.id, 3_200);
  expect((await shownTo(made)).plan).toMatchObject({ credits: 200, parts: [{ credits: 200 }] });
  waitUntil(7.1);
  expect(await server.credit(made.buyer)).toBe(200);
  expect((await shownTo(made)).plan).toMatchObject({ credits: 200, parts: [{ credits: 200 }] });
});

it('shows the credits of the first week of a plan that waits, and of the week that Pro cuts', async () => {
  const made = await buyBefore();
  const { previews } = await shownTo(made);
  const pro = previews.find(({ product }) => product === 'pro_month');
  expect(pro?.once.moved).toMatchObject([{ product: 'basic_month', credits: 400 }]);
  const code = { credits: 13_500, product: 'pro_month', count: 1, expires: null } as const;
  const { codes } = await issueCodes(server.platform, { ...code, note: null });
  await redeem(made.buyer, codes[0]);
  const parts = [
    { product: 'basic_month', credits: 200 },
    { product: 'pro_month', credits: 13_500 },
    { product: 'basic_month', credits: 400 },
  ];
  expect((await shownTo(made)).plan.parts).toMatchObject(parts);
});

it('shows the credits of the next week of a plan that renews, as for one that is paid once', async () => {
  const made = await buyBefore('stripe');
  expect((await shownTo(made)).plan).toMatchObject({ kind: 'renewing', credits: 400 });
});

it('shows a plan as one part while it continues after a refund that failed', async () => {
  const made = await buyBefore();
  await failRefund(made);
  expect(await server.credit(made.buyer)).toBe(200);
  const { plan } = await shownTo(made);
  expect(plan).toMatchObject({ credits: 400, parts: [{ credits: 400 }] });
  // The month, and the moment of the pause.
  expect('ends' in plan && plan.ends.slice(0, 10)).toBe('2026-12-25');
});
