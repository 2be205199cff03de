import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { createUser } from '../../database.ts';
import { openOperatorShell } from '../../operatorProcess.ts';
import type { Buyer, Shop } from '../shop.ts';
import type { PaymentCase } from './paymentCase.ts';

const reward = 50;

export const referralCases: readonly PaymentCase[] = [
  {
    number: 32,
    title: 'a refunded order takes the reward of its referrer back, and nobody refers themselves',
    run: refundsReferred,
  },
];

async function refundsReferred(shop: Shop): Promise<void> {
  const email = `${randomUUID()}@example.org`;
  const referrer = { userId: await createUser(shop.database, 0, email) };
  const [code = '', unused = ''] = await issueCodes(shop, email);
  const buyer = await shop.newBuyer();
  const { json } = await orderWith(shop, buyer, code);
  const order = json as Order;
  expect(order.steps).toEqual([{ kind: 'code', percent_off: 10, amount: 449 }]);
  const session = await shop.checkout(buyer, order);
  shop.stripe.buyer.pay(session);
  await shop.deliver('in order', 2);
  await shop.reconcile();
  await shop.reconcile();
  expect([await shop.credit(buyer), await shop.credit(referrer)]).toEqual([500, reward]);
  expect((await orderWith(shop, referrer, unused)).status).not.toBe(200);
  const payment = String(shop.stripe.sessions.get(session)?.payment_intent);
  shop.stripe.refund(payment);
  await shop.deliver('reversed', 2);
  await shop.reconcile();
  await shop.reconcile();
  expect([await shop.credit(buyer), await shop.credit(referrer)]).toEqual([0, 0]);
  expect(await shop.orders(buyer)).toEqual(['refunded purchase']);
}

/** Two codes that their referrer passes on. */
async function issueCodes(shop: Shop, referrer: string): Promise<string[]> {
  const shell = await openOperatorShell(shop.database.url, shop.folder);
  const expires = `${shop.now.getUTCFullYear() + 1}-01-01`;
  const values = ['--percent', '10', '--count', '2', '--expires', expires];
  const more = ['--referrer', referrer, '--reward', String(reward)];
  const { status, out, err } = await shell.run('discounts', 'issue', ...values, ...more);
  await shell.close();
  expect([status, err]).toEqual([0, err]);
  return out.match(/[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/g) ?? [];
}

async function orderWith(
  shop: Shop,
  buyer: Buyer,
  code: string,
): Promise<{ status: number; json: unknown }> {
  const requested = { product: 'credit_500', currency: 'USD', waiver: true, code };
  const body = { request_id: randomUUID(), ...requested };
  const response = await shop.call(buyer, 'POST', '/api/orders', body);
  return { status: response.status, json: await response.json() };
}
