import { expect } from 'vitest';
import type { Shop } from '../shop.ts';
import type { PaymentCase } from './paymentCase.ts';

const hour = 3_600;

export const wechatCases: readonly PaymentCase[] = [
  {
    number: 33,
    title: 'a notification that comes twice, at once and a day late grants once',
    run: notifiesAgain,
  },
  {
    number: 34,
    title: 'the signature test is refused without a change or an alarm',
    run: testsSignatures,
  },
  { number: 35, title: 'the public key and the platform certificate both verify', run: mixesKeys },
  {
    number: 36,
    title: 'an answer that cannot be verified is unknown: queried again, never failed',
    run: answersUnverifiably,
  },
  {
    number: 37,
    title: 'a code that is dead is asked for again, and closed only unpaid',
    run: expires,
  },
  {
    number: 38,
    title: 'a payment while the order is closed: the query decides',
    run: paysWhileClosing,
  },
  { number: 40, title: 'amount, account and currency are compared', run: comparesEverything },
];

async function notifiesAgain(shop: Shop): Promise<void> {
  const { buyer, number } = await shop.openWechat();
  shop.wechat.pay(number);
  expect(new Set(await shop.deliverWechat(number, 20))).toEqual(new Set([200]));
  await shop.advance(24 * hour + 240);
  expect(await shop.deliverWechat(number)).toEqual([200]);
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase']);
  expect(await shop.credit(buyer)).toBe(500);
}

async function testsSignatures(shop: Shop): Promise<void> {
  const { buyer, number } = await shop.openWechat();
  shop.wechat.pay(number);
  const message = shop.wechat.message('TRANSACTION.SUCCESS', shop.wechat.showOrder(number));
  const headers = new Headers(message.headers);
  headers.set('wechatpay-signature', `WECHATPAY/SIGNTEST/${headers.get('wechatpay-signature')}`);
  const before = shop.server.output.length;
  expect(await shop.send('wechat', { ...message, headers })).toEqual([403]);
  await shop.settle();
  expect(shop.server.output.slice(before)).not.toContain('"level":50');
  expect(await shop.orders(buyer)).toEqual(['pending purchase']);
  expect(await shop.deliverWechat(number)).toEqual([200]);
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase']);
}

async function mixesKeys(shop: Shop): Promise<void> {
  const { wechat } = shop;
  for (const key of [wechat.keys.platform, wechat.keys.current]) {
    const { buyer, number } = await shop.openWechat();
    wechat.pay(number);
    if (key === wechat.keys.current) {
      wechat.faults.push({ does: 'signs with its platform certificate', to: 'GET' });
    }
    const message = wechat.message('TRANSACTION.SUCCESS', wechat.showOrder(number), key);
    expect(await shop.send('wechat', message)).toEqual([200]);
    await shop.settle();
    expect(await shop.orders(buyer)).toEqual(['fulfilled purchase']);
    expect(await shop.credit(buyer)).toBe(500);
  }
}

async function answersUnverifiably(shop: Shop): Promise<void> {
  const { buyer, order, number } = await shop.openWechat();
  shop.wechat.pay(number);
  for (const does of [
    'signs wrongly',
    'does not sign',
    'signs with an unknown key',
    'answers 500',
    'cuts the connection',
  ] as const) {
    shop.wechat.faults.push({ does, to: 'GET' });
    await shop.advance(5);
    await shop.read(buyer, 'GET', `/api/orders/${order.id}`);
    expect(await shop.orders(buyer)).toEqual(['pending purchase']);
  }
  shop.wechat.faults.length = 0;
  await shop.reconcile();
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase']);
  expect(await shop.credit(buyer)).toBe(500);
}

async function expires(shop: Shop): Promise<void> {
  const buyer = await shop.newBuyer();
  const order = await shop.order(buyer, 'credit_500', { currency: 'CNY' });
  // The code was made, and its answer lost: the same parameters give the same order.
  shop.wechat.faults.push({ does: 'works and cuts the connection', to: 'POST' });
  const path = `/api/orders/${order.id}/checkout`;
  await shop.call(buyer, 'POST', path, { method: 'wechat' });
  const known = shop.wechat.books.checkouts.size;
  const number = await shop.checkout(buyer, order, 'wechat');
  expect(shop.wechat.books.checkouts.size).toBe(known);
  shop.wechat.requests.length = 0;
  await shop.advance(2 * hour + 60);
  await shop.reconcile();
  const asked = shop.wechat.requests.filter((call) => call.includes(number));
  expect(asked.some((call) => call.endsWith('/close'))).toBe(true);
  expect(asked[0]).toContain('GET ');
  expect(await shop.orders(buyer)).toEqual(['expired purchase']);
  expect(await shop.credit(buyer)).toBe(0);
}

async function paysWhileClosing(shop: Shop): Promise<void> {
  const { buyer, number } = await shop.openWechat();
  const { hooks, books } = shop.wechat;
  const { before } = hooks;
  hooks.before = (call) => {
    if (call.endsWith('/close') && books.checkouts.get(number)?.state === 'open') {
      books.ahead -= 3 * hour;
      shop.wechat.pay(number);
      books.ahead += 3 * hour;
    }
    before(call);
  };
  await shop.advance(3 * hour);
  await shop.reconcile();
  hooks.before = before;
  await shop.reconcile();
  expect(() => shop.wechat.pay(number)).toThrow('cannot be paid');
  await shop.deliverWechat(number, 2);
  expect(await shop.orders(buyer)).toEqual(['fulfilled purchase']);
  expect(await shop.credit(buyer)).toBe(500);
}

async function comparesEverything(shop: Shop): Promise<void> {
  const { config, books, orders } = shop.wechat;
  const { buyer, number } = await shop.openWechat();
  const order = orders.get(number);
  if (!order) throw new Error('The order is missing');
  const { notify_url: notifyUrl, amount } = JSON.parse(order.request) as Record<string, unknown>;
  expect(notifyUrl).toMatch(/^https:\/\/[^?]+$/);
  const { price } = books.checkouts.get(number) ?? {};
  expect(amount).toEqual({ total: price?.amount, currency: 'CNY' });
  shop.wechat.pay(number);
  const right = { mchid: config.mchid, appid: config.appid };
  for (const name of ['mchid', 'appid'] as const) {
    // The provider's server answers with its account.
    config[name] = '1900000000';
    await shop.advance(5);
    await shop.reconcile();
    Object.assign(config, right);
    expect(await shop.orders(buyer)).toEqual(['pending purchase']);
  }
  const { paid } = books.payments.get(books.checkouts.get(number)?.paymentId ?? '') ?? {};
  Object.assign(paid ?? {}, { amount: Number(paid?.amount) + 1 });
  await shop.reconcile();
  expect(await shop.orders(buyer)).toEqual(['quarantined purchase amount_differs']);
  expect(await shop.credit(buyer)).toBe(0);
}
