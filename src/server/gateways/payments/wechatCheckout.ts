import { createHash } from 'node:crypto';
import type { WechatConfig } from '#server/paymentConfig.ts';
import {
  type Checkout,
  type CheckoutRequest,
  type CheckoutState,
  PaymentProtocolError,
} from '#server/gateways/payments/payments.ts';
import type { WechatBody, WechatClient } from '#server/gateways/payments/wechatClient.ts';

/** The longest description, in bytes of UTF-8. */
const longestDescription = 127;

/**
 * Opens an order at WeChat Pay, which is paid by scanning its code. The code is valid for two hours; the same request
 * returns a new one. A plan is one prepaid period here.
 */
export async function openCheckout(
  client: WechatClient,
  config: WechatConfig,
  notifyUrl: string,
  request: CheckoutRequest,
): Promise<Checkout> {
  const { orderId, attempt, price, following, description, expires } = request;
  if (price.currency !== 'CNY' || following !== undefined) {
    throw new PaymentProtocolError('WeChat Pay takes single payments in CNY only');
  }
  const providerId = tradeNumber(orderId, attempt);
  const body = await client.ask('POST', '/v3/pay/transactions/native', {
    appid: config.appid,
    mchid: config.mchid,
    description: shorten(description),
    out_trade_no: providerId,
    time_expire: `${expires.toISOString().slice(0, 19)}+00:00`,
    attach: orderId,
    notify_url: notifyUrl,
    amount: { total: price.amount, currency: price.currency },
  });
  const codeUrl = body?.['code_url'];
  if (typeof codeUrl !== 'string') throw new PaymentProtocolError('WeChat Pay sent no code');
  return { kind: 'scan', providerId, codeUrl, expires };
}

export async function readCheckout(
  client: WechatClient,
  config: WechatConfig,
  id: string,
): Promise<CheckoutState> {
  const query = `?mchid=${encodeURIComponent(config.mchid)}`;
  return toState(await client.ask('GET', `${pathOf(id)}${query}`), config, id);
}

/** Closes an unpaid order. Its state is read again, because the buyer may pay at the same moment. */
export async function closeCheckout(
  client: WechatClient,
  config: WechatConfig,
  id: string,
): Promise<CheckoutState> {
  const state = await readCheckout(client, config, id);
  if (state.kind !== 'open') return state;
  try {
    await client.ask('POST', `${pathOf(id)}/close`, { mchid: config.mchid });
  } catch (error) {
    if (!(error instanceof PaymentProtocolError)) throw error;
    const now = await readCheckout(client, config, id);
    if (now.kind === 'open') throw error;
    return now;
  }
  return readCheckout(client, config, id);
}

/** Returns the number of an attempt, which is always the same: at most 32 letters and digits. */
function tradeNumber(orderId: string, attempt: number): string {
  return createHash('sha256').update(`${orderId} ${attempt}`).digest('hex').slice(0, 32);
}

function toState(body: WechatBody, config: WechatConfig, id: string): CheckoutState {
  if (body?.['mchid'] !== config.mchid || body['appid'] !== config.appid) {
    throw new PaymentProtocolError('WeChat Pay answered about another account');
  }
  if (body['out_trade_no'] !== id) {
    throw new PaymentProtocolError('WeChat Pay answered about another order');
  }
  switch (body['trade_state']) {
    // A refunded order was paid. The refund has its own state.
    case 'SUCCESS':
    case 'REFUND':
      return paidState(body);
    case 'NOTPAY':
      return { kind: 'open' };
    case 'USERPAYING':
    case 'ACCEPT':
      return { kind: 'processing' };
    case 'PAYERROR':
      return { kind: 'failed', reason: 'PAYERROR' };
    case 'CLOSED':
    case 'REVOKED':
      return { kind: 'expired' };
    default:
      throw new PaymentProtocolError('WeChat Pay names a state that is unknown here');
  }
}

function paidState(body: NonNullable<WechatBody>): CheckoutState {
  const { transaction_id: paymentId, attach, success_time: time, amount } = body;
  const { total, currency } = (amount ?? {}) as Record<string, unknown>;
  const paidAt = new Date(String(time));
  const isReadable = typeof paymentId === 'string' && Number.isSafeInteger(total);
  if (!isReadable || typeof currency !== 'string' || Number.isNaN(paidAt.getTime())) {
    throw new PaymentProtocolError('WeChat Pay describes a payment in an unknown form');
  }
  return {
    kind: 'paid',
    paymentId,
    paid: { amount: Number(total), currency },
    orderId: typeof attach === 'string' ? attach : undefined,
    paidAt,
    subscriptionId: undefined,
    invoiceId: undefined,
  };
}

function shorten(description: string): string {
  let text = description;
  while (Buffer.byteLength(text) > longestDescription) text = [...text].slice(0, -1).join('');
  return text;
}

function pathOf(id: string): string {
  return `/v3/pay/transactions/out-trade-no/${encodeURIComponent(id)}`;
}
