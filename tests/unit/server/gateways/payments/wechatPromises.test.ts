import { checkGateway } from '../../../../setup/gatewayPromises.ts';
import { startWechatHarness } from '../../../../setup/wechat/wechatPromises.ts';

const parts = {
  later: false,
  refundsWait: true,
  disputes: false,
  lists: false,
  subscriptions: false,
};

checkGateway('WeChat Pay', parts, startWechatHarness);
