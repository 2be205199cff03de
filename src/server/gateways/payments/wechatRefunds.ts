import {
  PaymentProtocolError,
  type RefundRequest,
  type RefundState,
} from '#server/gateways/payments/payments.ts';
import type { WechatBody, WechatClient } from '#server/gateways/payments/wechatClient.ts';

const path = '/v3/refund/domestic/refunds';

/** The longest reason that the buyer sees, in characters. */
const longestReason = 26;

/** Refunds a payment or a part of it: at most 50 parts, within a year. Our number is WeChat's idempotency key. */
export async function refund(
  client: WechatClient,
  notifyUrl: string,
  request: RefundRequest,
): Promise<RefundState> {
  const { refundId, paymentId, paid, amount, reason } = request;
  return toRefundState(
    await client.ask('POST', path, {
      transaction_id: paymentId,
      out_refund_no: refundId,
      reason: [...reason].slice(0, longestReason).join(''),
      notify_url: notifyUrl,
      amount: { refund: amount.amount, total: paid.amount, currency: amount.currency },
    }),
  );
}

export async function readRefund(client: WechatClient, refundId: string): Promise<RefundState> {
  return toRefundState(await client.ask('GET', `${path}/${encodeURIComponent(refundId)}`));
}

function toRefundState(body: WechatBody): RefundState {
  const {
    refund_id: providerId,
    out_refund_no: refundId,
    transaction_id: paymentId,
    create_time: time,
  } = body ?? {};
  const { refund: total, currency } = (body?.['amount'] ?? {}) as Record<string, unknown>;
  const made = new Date(String(time));
  if (
    typeof providerId !== 'string' ||
    typeof refundId !== 'string' ||
    typeof paymentId !== 'string' ||
    !Number.isSafeInteger(total) ||
    currency !== 'CNY' ||
    Number.isNaN(made.getTime())
  ) {
    throw new PaymentProtocolError('WeChat Pay describes a refund in an unknown form');
  }
  const amount = { amount: Number(total), currency } as const;
  const status = body?.['status'];
  const stuck = status === 'ABNORMAL' ? { isStuck: true as const } : {};
  return { providerId, refundId, paymentId, amount, made, state: refundState(status), ...stuck };
}

/**
 * `ABNORMAL` waits for a person: the buyer's card accepts no money, so the merchant must choose another target at
 * WeChat.
 */
function refundState(status: unknown): RefundState['state'] {
  switch (status) {
    case 'SUCCESS':
      return 'succeeded';
    case 'CLOSED':
      return 'failed';
    case 'PROCESSING':
    case 'ABNORMAL':
      return 'pending';
    default:
      throw new PaymentProtocolError('WeChat Pay names a state of a refund that is unknown here');
  }
}
