import { checkGateway } from '../../../../setup/gatewayPromises.ts';
import { startSandboxHarness } from '../../../../setup/sandboxHarness.ts';

const parts = { later: true, refundsWait: false, disputes: true, lists: true, subscriptions: true };

checkGateway('The sandbox', parts, startSandboxHarness);
