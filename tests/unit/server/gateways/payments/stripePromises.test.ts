import { checkGateway } from '../../../../setup/gatewayPromises.ts';
import { startStripeHarness } from '../../../../setup/stripe/stripePromises.ts';

const parts = { later: true, refundsWait: true, disputes: true, lists: true, subscriptions: true };

checkGateway('Stripe', parts, startStripeHarness);
