import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type CheckoutRequest,
  InvalidSignatureError,
  PaymentProtocolError,
  PaymentUnknownError,
} from '#server/gateways/payments/payments.ts';
import { wechatGateway } from '#server/gateways/payments/wechat.ts';
import { checkoutRequest, paidCheckout } from '../../../../setup/gatewayHarness.ts';
import { rejection } from '../../../../setup/rejection.ts';
import { wechatHarness } from '../../../../setup/wechat/wechatPromises.ts';
import { type WechatServer, startWechatServer } from '../../../../setup/wechat/wechatServer.ts';

let server: WechatServer;

beforeEach(async () => {
  server = await startWechatServer();
});

afterEach(() => server.close());

const gatewayOf = (milliseconds?: number) =>
  wechatGateway(server.config, server.notifyUrl, milliseconds);
const requestOf = (more: Partial<CheckoutRequest> = {}) =>
  checkoutRequest(wechatHarness(server), more);
const readPaid = async () => {
  const { providerId, state } = await paidCheckout(wechatHarness(server));
  return { providerId, state };
};

it('requests a new code with the same parameters after the old one expired', async () => {
  const request = requestOf({ expires: new Date(Date.now() + 20 * 3_600_000) });
  const first = await gatewayOf().openCheckout(request);
  server.advance(2 * 3_600 + 60);
  const second = await gatewayOf().openCheckout(request);
  expect(second.providerId).toBe(first.providerId);
  expect(second).not.toEqual(first);
  server.pay(second.providerId);
  expect((await gatewayOf().readCheckout(first.providerId)).kind).toBe('paid');
});

it('has a number of 32 letters for orders of any id, and names the order in its messages', async () => {
  const orderId = '0c9d3b1e-8f5a-4f0e-9a58-3b1b8f7a0d11';
  const description = '点数'.repeat(60);
  const { providerId } = await gatewayOf().openCheckout(requestOf({ orderId, description }));
  expect(providerId).toMatch(/^[0-9a-f]{32}$/);
  server.pay(providerId);
  expect(await gatewayOf().readCheckout(providerId)).toMatchObject({ orderId });
});

it('refuses other currencies and plans that renew', async () => {
  const usd = { amount: 499, currency: 'USD' } as const;
  const cny = { amount: 499, currency: 'CNY' } as const;
  for (const more of [{ price: usd }, { price: cny, following: cny }]) {
    const opened = rejection(gatewayOf().openCheckout(requestOf(more)));
    expect(await opened).toBeInstanceOf(PaymentProtocolError);
  }
  expect(server.requests).toEqual([]);
});

it('closes an order only if it is unpaid, and lets the query decide when both happen', async () => {
  const { providerId, state } = await readPaid();
  expect(await gatewayOf().closeCheckout(providerId)).toEqual(state);
  expect(server.requests.filter((call) => call.endsWith('/close'))).toEqual([]);
  const other = await gatewayOf().openCheckout(requestOf());
  // The buyer pays between our question and our closing.
  server.hooks.before = (call) => {
    if (call.endsWith('/close')) server.pay(other.providerId);
  };
  expect((await gatewayOf().closeCheckout(other.providerId)).kind).toBe('paid');
});

it.each([
  'answers 500',
  'cuts the connection',
  'never answers',
  'signs wrongly',
  'does not sign',
  'signs with an unknown key',
  'signs an hour ago',
] as const)('leaves the state of a payment unknown when WeChat %s', async (does) => {
  const { providerId } = await readPaid();
  server.faults.push({ does });
  const asked = rejection(gatewayOf(1_000).readCheckout(providerId));
  expect(await asked).toBeInstanceOf(PaymentUnknownError);
  expect((await gatewayOf().readCheckout(providerId)).kind).toBe('paid');
});

it('verifies responses and messages by the public key and by the platform certificate', async () => {
  const { providerId } = await readPaid();
  server.faults.push({ does: 'signs with its platform certificate' });
  expect((await gatewayOf().readCheckout(providerId)).kind).toBe('paid');
  const { current, platform, stranger } = server.keys;
  const messageBy = (key: typeof current) => {
    const resource = server.showOrder(providerId);
    const { body, headers } = server.message('TRANSACTION.SUCCESS', resource, key);
    return gatewayOf().readEvent(body, headers);
  };
  for (const key of [current, platform]) {
    expect((await messageBy(key)).subject).toEqual({ kind: 'checkout', id: providerId });
  }
  expect(await rejection(messageBy(stranger))).toBeInstanceOf(InvalidSignatureError);
});

it('refuses the forged signatures that WeChat sends as a test', async () => {
  const { providerId } = await readPaid();
  const { body, headers } = server.message('TRANSACTION.SUCCESS', server.showOrder(providerId));
  const signature = headers.get('wechatpay-signature') ?? '';
  headers.set('wechatpay-signature', `WECHATPAY/SIGNTEST/${signature}`);
  expect(await rejection(gatewayOf().readEvent(body, headers))).toBeInstanceOf(
    InvalidSignatureError,
  );
});

it('parks a message that the key does not decrypt, and ignores other types', async () => {
  const { providerId } = await readPaid();
  const { body, headers } = server.message('TRANSACTION.SUCCESS', server.showOrder(providerId));
  const other = { ...server.config, apiKey: '0'.repeat(32) };
  const event = await wechatGateway(other, server.notifyUrl).readEvent(body, headers);
  expect(event.subject.kind).toBe('unreadable');
  const payscore = server.message('PAYSCORE.USER_PAID', {});
  const read = await gatewayOf().readEvent(payscore.body, payscore.headers);
  expect(read.subject).toEqual({ kind: 'none' });
});

it('compares the account, the order and the currency of an answer', async () => {
  const { providerId } = await readPaid();
  for (const config of [
    { ...server.config, appid: 'wx_of_another_app' },
    { ...server.config, mchid: server.config.mchid, appid: '' },
  ]) {
    const gateway = wechatGateway(config, server.notifyUrl);
    expect(await rejection(gateway.readCheckout(providerId))).toBeInstanceOf(PaymentProtocolError);
  }
  Object.assign(server.books.checkouts.get(providerId) ?? {}, { id: 'another' });
  const asked = rejection(gatewayOf().readCheckout(providerId));
  expect(await asked).toBeInstanceOf(PaymentProtocolError);
});

it('reads every state of an order', async () => {
  const { providerId, state: paid } = await readPaid();
  const refund = { ...paid, refundId: 'ours', amount: { amount: 1, currency: 'CNY' }, reason: '' };
  await gatewayOf().refund(refund);
  for (const [state, shown, kind] of [
    ['paid', 'REFUND', 'paid'],
    ['processing', 'USERPAYING', 'processing'],
    ['failed', 'PAYERROR', 'failed'],
    ['expired', 'CLOSED', 'expired'],
    ['open', 'NOTPAY', 'open'],
  ] as const) {
    Object.assign(server.books.checkouts.get(providerId) ?? {}, { state });
    expect(server.showOrder(providerId)).toMatchObject({ trade_state: shown });
    expect((await gatewayOf().readCheckout(providerId)).kind).toBe(kind);
  }
});

it('refunds at most 50 parts within a year; an abnormal refund waits for a person', async () => {
  const { state } = await readPaid();
  const { paymentId, paid } = state;
  const part = (refundId: string) => ({
    refundId,
    paymentId,
    paid,
    amount: { amount: 1, currency: 'CNY' } as const,
    reason: 'asked for',
  });
  for (let count = 0; count < 50; count += 1) await gatewayOf().refund(part(`part-${count}`));
  const oneMore = rejection(gatewayOf().refund(part('part-50')));
  expect(await oneMore).toBeInstanceOf(PaymentProtocolError);
  const first = await gatewayOf().readRefund({ refundId: 'part-0', providerId: '' });
  expect(first.state).toBe('succeeded');
  server.settleRefund(first.providerId, 'stuck');
  const now = await gatewayOf().readRefund({ refundId: 'part-0', providerId: '' });
  expect(now.state).toBe('pending');
  const late = await readPaid();
  server.advance(366 * 86_400);
  const { paymentId: oldPayment } = late.state;
  const tooLate = rejection(gatewayOf().refund({ ...part('late'), paymentId: oldPayment }));
  expect(await tooLate).toBeInstanceOf(PaymentProtocolError);
});

it('shows neither keys nor texts of WeChat in its errors', async () => {
  const unknown = await rejection(gatewayOf().readCheckout('unknown'));
  expect(unknown).toBeInstanceOf(PaymentProtocolError);
  expect(unknown.message).toContain('ORDER_NOT_EXIST');
  server.faults.push({ does: 'cuts the connection' });
  const cut = await rejection(gatewayOf().readCheckout('unknown'));
  for (const error of [unknown, cut]) {
    const text = `${error.stack} ${JSON.stringify(error, Object.getOwnPropertyNames(error))}`;
    expect(text).not.toContain(server.config.apiKey);
    expect(text).not.toContain('PRIVATE');
    expect(error.cause).toBeUndefined();
  }
});
