import { wechatGateway } from '#server/gateways/payments/wechat.ts';
import { type GatewayHarness, failRequests } from '../gatewayHarness.ts';
import { type WechatServer, startWechatServer } from './wechatServer.ts';
import { shown } from './wechatWorld.ts';

/** WeChat Pay's gateway at a local server, as the suite of promises drives it. */
export async function startWechatHarness(): Promise<GatewayHarness> {
  return wechatHarness(await startWechatServer());
}

export function wechatHarness(server: WechatServer): GatewayHarness {
  const { world, config } = server;
  return {
    gateway: wechatGateway(config, server.notifyUrl),
    currencies: ['CNY'],
    now: () => new Date(server.now() * 1_000),
    pay: server.pay,
    advance: server.advance,
    message: (kind) => {
      if (kind === 'refund') {
        const refund = [...world.refunds.values()].at(-1);
        return server.message(`REFUND.${refund?.status}`, refund ?? {});
      }
      const order = [...world.orders.values()].at(-1);
      if (!order || kind !== 'checkout') throw new Error(`No message about a ${kind}`);
      return server.message('TRANSACTION.SUCCESS', shown(order, config));
    },
    sign: server.sign,
    fail: failRequests(server.faults),
    refunds: {
      wait: () => {
        world.refundsWait = true;
      },
      settle: (id, state) => {
        world.refundsWait = false;
        server.settleRefund(id, state === 'failed' ? 'CLOSED' : 'SUCCESS');
      },
    },
    close: server.close,
  };
}
