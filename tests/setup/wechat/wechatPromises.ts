import { wechatGateway } from '#server/gateways/payments/wechat.ts';
import type { GatewayWorld } from '../gatewayWorld.ts';
import { type WechatServer, startWechatServer } from './wechatServer.ts';
import { shown } from './wechatWorld.ts';

/** WeChat Pay's gateway at a local server, as the suite of promises drives it. */
export async function startWechatWorld(): Promise<GatewayWorld> {
  return wechatWorldOf(await startWechatServer());
}

export function wechatWorldOf(server: WechatServer): GatewayWorld {
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
    fail: (how, requests) => {
      server.faults.length = 0;
      for (let count = 0; count < requests; count += 1) {
        server.faults.push(
          how === 'is down'
            ? { does: 'cuts the connection' }
            : { does: 'works and cuts the connection', to: 'POST' },
        );
      }
    },
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
