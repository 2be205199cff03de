import { wechatGateway } from '#server/gateways/payments/wechat.ts';
import { type GatewayHarness, failRequests } from '../gatewayHarness.ts';
import { type WechatServer, startWechatServer } from './wechatServer.ts';

/** WeChat Pay's gateway at a local server, as the suite of promises drives it. */
export async function startWechatHarness(): Promise<GatewayHarness> {
  return wechatHarness(await startWechatServer());
}

export function wechatHarness(server: WechatServer): GatewayHarness {
  const { books } = server;
  return {
    gateway: wechatGateway(server.config, server.notifyUrl),
    currencies: ['CNY'],
    now: server.now,
    pay: server.pay,
    advance: server.advance,
    message: (kind) => {
      if (kind === 'refund') {
        const refund = server.showRefunds().at(-1);
        return server.message(`REFUND.${refund?.status}`, refund ?? {});
      }
      const number = [...books.checkouts.keys()].at(-1);
      if (number === undefined || kind !== 'checkout')
        throw new Error(`No message about a ${kind}`);
      return server.message('TRANSACTION.SUCCESS', server.showOrder(number));
    },
    sign: server.sign,
    fail: failRequests(server.faults),
    refunds: {
      wait: () => {
        books.refundsWait = true;
      },
      settle: (id, state) => {
        books.refundsWait = false;
        server.settleRefund(id, state);
      },
    },
    close: server.close,
  };
}
