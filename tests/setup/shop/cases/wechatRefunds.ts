import { expect } from 'vitest';
import { findOrder } from '#server/services/orders/read/findOrders.ts';
import { refundByOperator } from '#server/services/orders/refunds/refundByOperator.ts';
import { corePlatform } from '../../database.ts';
import type { Shop } from '../shop.ts';
import { waitAcrossJobs } from '../waitAcrossJobs.ts';
import type { PaymentCase } from './paymentCase.ts';

const day = 86_400_000;

export const wechatRefundCases: readonly PaymentCase[] = [
  {
    number: 39,
    title: 'refunds in 50 parts within 365 days, each with its number; what waits is shown',
    run: refundsInParts,
  },
];

async function refundsInParts(shop: Shop): Promise<void> {
  const { buyer, order, number } = await shop.openWechat();
  shop.wechat.pay(number);
  await shop.deliverWechat(number);
  await waitsAndIsStuck(shop, order.id);
  // With a kill at each step of two parts nothing else is seen in the others.
  const parts = shop.steps.isArmed ? 3 : 50;
  for (let part = 2; part <= parts; part += 1) await refund(shop, order.id, `part ${part}`);
  const isDone = async () => {
    const refunds = (await findOrder(corePlatform(shop.database), order.id))?.refunds ?? [];
    return refunds.every(({ state }) => state === 'succeeded');
  };
  await waitAcrossJobs(shop, isDone);
  const made = refundsOf(shop, number);
  expect(new Set(made.map(({ out_refund_no: own }) => own)).size).toBe(parts);
  expect(made.every(({ amount }) => amount.refund === 10)).toBe(true);
  const total = shop.wechat.books.checkouts.get(number)?.price.amount ?? 0;
  expect(await shop.credit(buyer)).toBe(500 - Math.round((500 * parts * 10) / total));
  if (parts === 50) {
    await expect(refund(shop, order.id, 'part 51')).rejects.toThrow('at most 50 parts');
  }
  const other = await shop.openWechat();
  shop.wechat.pay(other.number);
  await shop.deliverWechat(other.number);
  await expect(refund(shop, other.order.id, 'late', 366 * day)).rejects.toThrow('365 days');
  expect(await shop.credit(other.buyer)).toBe(500);
}

/** WeChat first processes a refund, then finds that the buyer's bank does not take it, and a person ends it there. */
async function waitsAndIsStuck(shop: Shop, orderId: string): Promise<void> {
  const { books } = shop.wechat;
  books.refundsWait = true;
  await refund(shop, orderId, 'part 1');
  const shown = async () => (await findOrder(corePlatform(shop.database), orderId))?.refunds[0];
  await shop.waitFor(async () => (await shown())?.state === 'pending');
  books.refundsWait = false;
  const processed = [...books.refunds.keys()].at(-1);
  if (processed === undefined) throw new Error('WeChat has no refund');
  for (const status of ['ABNORMAL', 'SUCCESS'] as const) {
    const shownRefund = shop.wechat.settleRefund(
      processed,
      status === 'ABNORMAL' ? 'stuck' : 'succeeded',
    );
    const message = shop.wechat.message(`REFUND.${status}`, shownRefund);
    expect(await shop.send('wechat', message, 2)).toEqual([200, 200]);
    await shop.settle();
    const state = status === 'ABNORMAL' ? 'pending' : 'succeeded';
    expect(await shown()).toMatchObject({ state, isStuck: status === 'ABNORMAL' });
  }
}

function refundsOf(shop: Shop, number: string) {
  return shop.wechat.showRefunds().filter((one) => one.out_trade_no === number);
}

async function refund(shop: Shop, orderId: string, id: string, later = 0): Promise<void> {
  const now = () => new Date(shop.now.getTime() + later);
  const operator = corePlatform(shop.database, { now });
  await refundByOperator(operator, { orderId, id, amount: 10, reason: id });
}
