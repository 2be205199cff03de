import { randomBytes } from 'node:crypto';
import type { ProviderCall } from '#server/gateways/payments/providerServer.ts';
import type { WechatConfig } from '#server/paymentConfig.ts';

type Fields = Readonly<Record<string, unknown>>;

export type WechatOrder = {
  number: string;
  /** The request, compared when it is repeated. */
  request: string;
  attach: string;
  total: number;
  expires: number;
  codeUrl: string;
  codeUntil: number;
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND' | 'USERPAYING' | 'PAYERROR';
  transactionId: string | undefined;
  paidAt: string | undefined;
};

export type WechatRefund = {
  refund_id: string;
  out_refund_no: string;
  transaction_id: string;
  out_trade_no: string;
  create_time: string;
  status: 'SUCCESS' | 'CLOSED' | 'PROCESSING' | 'ABNORMAL';
  amount: { refund: number; total: number; currency: string };
};

export type WechatWorld = {
  /** Seconds that this clock is ahead of the machine's. */
  ahead: number;
  orders: Map<string, WechatOrder>;
  refunds: Map<string, WechatRefund>;
  /** Whether refunds wait until `settleRefund`. */
  refundsWait: boolean;
};

export class WechatRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const codeSeconds = 7_200;
const mostRefunds = 50;
const refundSeconds = 365 * 86_400;

export function newWechatWorld(): WechatWorld {
  return { ahead: 0, orders: new Map(), refunds: new Map(), refundsWait: false };
}

export function nowOf({ ahead }: WechatWorld): number {
  return Math.floor(Date.now() / 1_000) + ahead;
}

/** Lets a buyer scan and pay. */
export function payOrder(world: WechatWorld, number: string): void {
  const order = orderOf(world, number);
  const now = nowOf(world);
  if (order.state !== 'NOTPAY' || order.expires <= now || order.codeUntil <= now) {
    throw new Error(`The code of ${number} cannot be paid any more`);
  }
  order.state = 'SUCCESS';
  order.transactionId = `42000${randomBytes(10).toString('hex')}`;
  order.paidAt = timeOf(now);
}

export function settleRefund(
  world: WechatWorld,
  id: string,
  status: 'SUCCESS' | 'CLOSED' | 'ABNORMAL',
): WechatRefund {
  const refund = [...world.refunds.values()].find(({ refund_id: known }) => known === id);
  if (!refund) throw new Error(`No refund ${id}`);
  refund.status = status;
  return refund;
}

/** Does what a request asks for. Returns the answer's body, if it has one. */
export function route(
  world: WechatWorld,
  config: WechatConfig,
  { method, url, body }: ProviderCall,
): object | undefined {
  const fields = (body === '' ? {} : JSON.parse(body)) as Fields;
  const call = `${method} ${url.pathname}`;
  if (call === 'POST /v3/pay/transactions/native') return openOrder(world, config, fields, body);
  if (call === 'POST /v3/refund/domestic/refunds') return openRefund(world, fields);
  const [, order, close] =
    /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(url.pathname) ?? [];
  if (order !== undefined) {
    const mchid = close === undefined ? url.searchParams.get('mchid') : fields['mchid'];
    if (mchid !== config.mchid) throw new WechatRefusal(400, 'PARAM_ERROR');
    if (close === undefined) return shown(orderOf(world, order), config);
    closeOrder(orderOf(world, order));
    return undefined;
  }
  const [, number] = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(url.pathname) ?? [];
  const refund = world.refunds.get(decodeURIComponent(number ?? ''));
  if (refund) return refund;
  throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS');
}

export function shown(order: WechatOrder, { mchid, appid }: WechatConfig): object {
  const paid = {
    transaction_id: order.transactionId,
    success_time: order.paidAt,
    trade_type: 'NATIVE',
    bank_type: 'OTHERS',
    payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
    amount: {
      total: order.total,
      payer_total: order.total,
      currency: 'CNY',
      payer_currency: 'CNY',
    },
  };
  return {
    appid,
    mchid,
    out_trade_no: order.number,
    attach: order.attach,
    trade_state: order.state,
    trade_state_desc: order.state,
    ...(order.transactionId === undefined ? {} : paid),
  };
}

function openOrder(world: WechatWorld, config: WechatConfig, fields: Fields, body: string): object {
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
  const now = nowOf(world);
  const known = world.orders.get(String(number));
  if (known && known.request !== body) throw new WechatRefusal(400, 'INVALID_REQUEST');
  if (known?.state === 'SUCCESS') throw new WechatRefusal(400, 'ORDERPAID');
  if (known?.state === 'CLOSED') throw new WechatRefusal(400, 'ORDER_CLOSED');
  const order: WechatOrder = known ?? {
    number: String(number),
    request: body,
    attach: String(fields['attach']),
    total: Number(total),
    expires: Math.floor(new Date(String(expires)).getTime() / 1_000),
    codeUrl: '',
    codeUntil: 0,
    state: 'NOTPAY',
    transactionId: undefined,
    paidAt: undefined,
  };
  if (order.codeUntil <= now) {
    order.codeUrl = `weixin://wxpay/bizpayurl?pr=${randomBytes(6).toString('hex')}`;
    order.codeUntil = now + codeSeconds;
  }
  world.orders.set(order.number, order);
  return { code_url: order.codeUrl };
}

/** Returns a time as WeChat writes it. */
function timeOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace(/\.\d+Z$/, '+00:00');
}

function closeOrder(order: WechatOrder): void {
  if (order.state === 'SUCCESS') throw new WechatRefusal(400, 'ORDERPAID');
  if (order.state === 'CLOSED') throw new WechatRefusal(400, 'ORDER_CLOSED');
  order.state = 'CLOSED';
}

function openRefund(world: WechatWorld, fields: Fields): WechatRefund {
  const { transaction_id: transaction, out_refund_no: number, amount } = fields;
  const { refund, total, currency } = (amount ?? {}) as Fields;
  const order = [...world.orders.values()].find(({ transactionId: id }) => id === transaction);
  if (!order || order.total !== total || currency !== 'CNY')
    throw new WechatRefusal(400, 'PARAM_ERROR');
  const known = world.refunds.get(String(number));
  if (known) {
    if (known.amount.refund !== refund) throw new WechatRefusal(400, 'PARAM_ERROR');
    return known;
  }
  const earlier = [...world.refunds.values()].filter(
    (one) => one.transaction_id === transaction && one.status !== 'CLOSED',
  );
  const left = earlier.reduce((sum, one) => sum - one.amount.refund, order.total);
  const age = nowOf(world) - new Date(order.paidAt ?? 0).getTime() / 1_000;
  if (!Number.isSafeInteger(refund) || Number(refund) > left || Number(refund) <= 0) {
    throw new WechatRefusal(403, 'NOT_ENOUGH');
  }
  if (earlier.length >= mostRefunds || age > refundSeconds) {
    throw new WechatRefusal(403, 'INVALID_REQUEST');
  }
  order.state = 'REFUND';
  const made: WechatRefund = {
    refund_id: `50${randomBytes(13).toString('hex')}`,
    out_refund_no: String(number),
    transaction_id: String(transaction),
    out_trade_no: order.number,
    create_time: timeOf(nowOf(world)),
    status: world.refundsWait ? 'PROCESSING' : 'SUCCESS',
    amount: { refund: Number(refund), total: order.total, currency: 'CNY' },
  };
  world.refunds.set(made.out_refund_no, made);
  return made;
}

function orderOf(world: WechatWorld, number: string): WechatOrder {
  const order = world.orders.get(decodeURIComponent(number));
  if (!order) throw new WechatRefusal(404, 'ORDER_NOT_EXIST');
  return order;
}
