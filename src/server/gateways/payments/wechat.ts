import type { WechatConfig } from '#server/paymentConfig.ts';
import { type PaymentGateway, PaymentProtocolError } from '#server/gateways/payments/payments.ts';
import {
  closeCheckout,
  openCheckout,
  readCheckout,
} from '#server/gateways/payments/wechatCheckout.ts';
import { wechatClient } from '#server/gateways/payments/wechatClient.ts';
import { readEvent } from '#server/gateways/payments/wechatEvents.ts';
import { readRefund, refund } from '#server/gateways/payments/wechatRefunds.ts';

/** WeChat Pay v3, paid by scanning a code (Native). `notifyUrl` is our webhook: https, without a query. */
export function wechatGateway(
  config: WechatConfig,
  notifyUrl: string,
  milliseconds?: number,
): PaymentGateway {
  const client = wechatClient(config, milliseconds);
  return {
    method: 'wechat',
    currencies: ['CNY'],
    renews: false,
    openCheckout: (request) => openCheckout(client, config, notifyUrl, request),
    readCheckout: (id) => readCheckout(client, config, id),
    closeCheckout: (id) => closeCheckout(client, config, id),
    readEvent: (body, headers) => readEvent(client, config, body, headers),
    refund: (request) => refund(client, notifyUrl, request),
    readRefund: ({ refundId }) => readRefund(client, refundId),
    readDispute: async () => {
      throw new PaymentProtocolError('WeChat Pay has no disputes');
    },
    listsPayments: false,
    listPaid: () => noList(),
    listRefunds: () => noList(),
    listDisputes: undefined,
    subscriptions: undefined,
  };
}

/**
 * WeChat lists payments and refunds only on the next day, in a file to download. Each of ours is read by its id
 * instead.
 */
async function* noList(): AsyncGenerator<never> {
  yield* [];
}
