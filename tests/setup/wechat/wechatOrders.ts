import { randomBytes } from 'node:crypto';
import { ProviderBooks } from '#server/gateways/payments/providerBooks.ts';
import type { CheckoutRecord, RefundRecord } from '#server/gateways/payments/providerRecords.ts';
import type { ProviderCall } from '#server/gateways/payments/providerServer.ts';
import type { WechatConfig } from '#server/paymentConfig.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields of an order that only WeChat Pay has. */
export type WechatOrder = {
  number: string;
  /** The request, compared when it is repeated. */
  request: string;
  codeUrl: string;
  codeUntil: Date;
};

export type WechatState = { books: ProviderBooks; orders: Map<string, WechatOrder> };

export class WechatRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const codeMilliseconds = 7_200_000;
const mostRefunds = 50;
const refundMilliseconds = 365 * 86_400_000;

export const refundStatuses = {
  pending: 'PROCESSING',
  stuck: 'ABNORMAL',
  succeeded: 'SUCCESS',
  failed: 'CLOSED',
} as const satisfies Record<RefundRecord['state'], string>;

export function newWechatState(): WechatState {
  const newId = (kind: string) =>
    kind === 'payment'
      ? `42000${randomBytes(10).toString('hex')}`
      : `50${randomBytes(13).toString('hex')}`;
  return { books: new ProviderBooks(newId), orders: new Map() };
}

/** Lets a buyer scan and pay. */
export function payOrder({ books, orders }: WechatState, number: string): void {
  const checkout = checkoutOf(books, number);
  const { codeUntil = 0 } = orders.get(number) ?? {};
  if (codeUntil <= books.now() || checkout.state !== 'open' || books.pay(checkout).length === 0) {
    throw new Error(`The code of ${number} cannot be paid any more`);
  }
}

/** Performs a request. Returns the response's body, if it has one. */
export function route(
  state: WechatState,
  config: WechatConfig,
  { method, url, body }: ProviderCall,
): object | undefined {
  const { books } = state;
  const fields = (body === '' ? {} : JSON.parse(body)) as Fields;
  const call = `${method} ${url.pathname}`;
  if (call === 'POST /v3/pay/transactions/native') return openOrder(state, config, fields, body);
  if (call === 'POST /v3/refund/domestic/refunds') return openRefund(books, fields);
  const [, order, close] =
    /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(url.pathname) ?? [];
  if (order !== undefined) {
    const mchid = close === undefined ? url.searchParams.get('mchid') : fields['mchid'];
    if (mchid !== config.mchid) throw new WechatRefusal(400, 'PARAM_ERROR');
    const number = decodeURIComponent(order);
    if (close === undefined) return toOrder(books, number, config);
    const checkout = checkoutOf(books, number);
    refuseEnded(checkout);
    books.expire(checkout);
    return undefined;
  }
  const [, number] = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(url.pathname) ?? [];
  const found = books.findRefund(decodeURIComponent(number ?? ''));
  if (found) return toRefund(books, found);
  throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS');
}

/** Returns an order as WeChat Pay shows it. */
export function toOrder(
  books: ProviderBooks,
  number: string,
  { mchid, appid }: Pick<WechatConfig, 'mchid' | 'appid'>,
): object {
  const checkout = checkoutOf(books, number);
  const payment = books.payments.get(checkout.paymentId ?? '');
  const state = tradeState(books, checkout);
  return {
    appid,
    mchid,
    out_trade_no: checkout.id,
    attach: checkout.orderId,
    trade_state: state,
    trade_state_desc: state,
    ...(payment?.paidAt && {
      transaction_id: payment.id,
      success_time: toTime(payment.paidAt),
      trade_type: 'NATIVE',
      bank_type: 'OTHERS',
      payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
      amount: {
        total: payment.paid.amount,
        payer_total: payment.paid.amount,
        currency: 'CNY',
        payer_currency: 'CNY',
      },
    }),
  };
}

/** Returns a refund as WeChat Pay shows it. */
export function toRefund({ payments, checkouts }: ProviderBooks, made: RefundRecord) {
  const { id, refundId = '', paymentId, amount, madeAt, state } = made;
  const checkout = [...checkouts.values()].find((one) => one.paymentId === paymentId);
  const total = payments.get(paymentId)?.paid.amount ?? 0;
  return {
    refund_id: id,
    out_refund_no: refundId,
    transaction_id: paymentId,
    out_trade_no: checkout?.id ?? '',
    create_time: toTime(madeAt),
    status: refundStatuses[state],
    amount: { refund: amount.amount, total, currency: 'CNY' },
  };
}

function tradeState({ refunds }: ProviderBooks, { state, paymentId }: CheckoutRecord): string {
  switch (state) {
    case 'open':
      return 'NOTPAY';
    case 'processing':
      return 'USERPAYING';
    case 'failed':
      return 'PAYERROR';
    case 'expired':
      return 'CLOSED';
    case 'paid': {
      const isRefunded = [...refunds.values()].some((made) => made.paymentId === paymentId);
      return isRefunded ? 'REFUND' : 'SUCCESS';
    }
  }
}

function openOrder(
  { books, orders }: WechatState,
  config: WechatConfig,
  fields: Fields,
  request: string,
): object {
  const { out_trade_no: number, amount, time_expire: expires, notify_url: notifyUrl } = fields;
  const { total, currency } = (amount ?? {}) as Fields;
  const notify = new URL(String(notifyUrl));
  const isRight =
    fields['appid'] === config.appid &&
    fields['mchid'] === config.mchid &&
    /^[\w\-|*]{6,32}$/.test(String(number)) &&
    Number.isSafeInteger(total) &&
    Number(total) > 0 &&
    currency === 'CNY' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(String(expires)) &&
    Buffer.byteLength(String(fields['description'])) <= 127 &&
    String(fields['attach']).length <= 128 &&
    notify.protocol === 'https:' &&
    notify.search === '';
  if (!isRight) throw new WechatRefusal(400, 'PARAM_ERROR');
  const id = String(number);
  const known = orders.get(id);
  if (known && known.request !== request) throw new WechatRefusal(400, 'INVALID_REQUEST');
  if (known) refuseEnded(checkoutOf(books, id));
  else {
    const opening = {
      method: 'wechat' as const,
      orderId: String(fields['attach']),
      product: '',
      description: String(fields['description']),
      price: { amount: Number(total), currency: 'CNY' as const },
      successUrl: '',
      cancelUrl: '',
      expires: new Date(String(expires)),
      paymentMetadata: {},
      planMetadata: {},
    };
    books.open(opening, id);
  }
  const now = books.now();
  const hasCode = known !== undefined && known.codeUntil > now;
  const order = hasCode ? known : { number: id, request, ...newCode(now) };
  orders.set(id, order);
  return { code_url: order.codeUrl };
}

function newCode(now: Date): Pick<WechatOrder, 'codeUrl' | 'codeUntil'> {
  return {
    codeUrl: `weixin://wxpay/bizpayurl?pr=${randomBytes(6).toString('hex')}`,
    codeUntil: new Date(now.getTime() + codeMilliseconds),
  };
}

/** Returns a time as WeChat writes it. */
function toTime(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, '+00:00');
}

function refuseEnded({ state }: CheckoutRecord): void {
  if (state === 'paid') throw new WechatRefusal(400, 'ORDERPAID');
  if (state === 'expired') throw new WechatRefusal(400, 'ORDER_CLOSED');
}

function openRefund(books: ProviderBooks, fields: Fields): object {
  const { transaction_id: transaction, out_refund_no: number, amount } = fields;
  const { refund: part, total, currency } = (amount ?? {}) as Fields;
  const payment = books.payments.get(String(transaction));
  if (!payment?.paidAt || payment.paid.amount !== total || currency !== 'CNY') {
    throw new WechatRefusal(400, 'PARAM_ERROR');
  }
  const known = books.findRefund(String(number));
  if (known) {
    if (known.amount.amount !== part) throw new WechatRefusal(400, 'PARAM_ERROR');
    return toRefund(books, known);
  }
  const left = payment.paid.amount - books.refundedOf(payment.id);
  if (!Number.isSafeInteger(part) || Number(part) > left || Number(part) <= 0) {
    throw new WechatRefusal(403, 'NOT_ENOUGH');
  }
  const earlier = [...books.refunds.values()].filter(
    ({ paymentId, state }) => paymentId === payment.id && state !== 'failed',
  );
  const age = books.now().getTime() - payment.paidAt.getTime();
  if (earlier.length >= mostRefunds || age > refundMilliseconds) {
    throw new WechatRefusal(403, 'INVALID_REQUEST');
  }
  const made = { amount: Number(part), currency: 'CNY' };
  const request = { refundId: String(number), paymentId: payment.id, amount: made };
  return toRefund(books, books.refund(request));
}

function checkoutOf({ checkouts }: ProviderBooks, number: string): CheckoutRecord {
  const checkout = checkouts.get(number);
  if (!checkout) throw new WechatRefusal(404, 'ORDER_NOT_EXIST');
  return checkout;
}
