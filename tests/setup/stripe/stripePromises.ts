import { stripeGateway } from '#server/gateways/payments/stripe.ts';
import type { StripeLimits } from '#server/gateways/payments/stripeClient.ts';
import { type GatewayHarness, failRequests } from '../gatewayHarness.ts';
import { type StripeServer, startStripeServer } from './stripeServer.ts';

/** Long, because machines of tests are busy; without retries, before each of which the library waits half a second. */
export const testLimits: StripeLimits = {
  tryMilliseconds: 10_000,
  retries: 0,
  callMilliseconds: 25_000,
};

/** The names of messages by their subject. */
const types = {
  checkout: 'checkout.session.',
  refund: 'refund.',
  dispute: 'charge.dispute.',
  invoice: 'invoice.paid',
  subscription: 'customer.subscription.',
} as const;

/** Stripe's gateway at a local server, as the suite of promises drives it. */
export async function startStripeHarness(): Promise<GatewayHarness> {
  return stripeHarness(await startStripeServer());
}

export function stripeHarness(server: StripeServer): GatewayHarness {
  const { books, state, subscriptions } = server;
  const customerOf = (id: string) => subscriptions.get(id)?.customer ?? '';
  return {
    gateway: stripeGateway(server.config, testLimits),
    currencies: ['USD', 'CNY', 'JPY', 'KRW', 'VND'],
    pay: server.buyer.pay,
    now: () => new Date(server.now() * 1_000),
    advance: server.advance,
    message: (kind) => {
      const event = state.events.findLast(({ type }) => type.startsWith(types[kind]));
      if (!event) throw new Error(`No message about a ${kind}`);
      return server.message(event);
    },
    sign: (body, secondsAgo = 0) => server.sign(body, undefined, server.now() - secondsAgo),
    fail: failRequests(server.faults),
    later: { promise: server.buyer.promise, settle: server.buyer.settle },
    refunds: {
      wait: () => {
        books.refundsWait = true;
      },
      settle: (id, end) => {
        books.refundsWait = false;
        server.settleRefund(id, end);
      },
    },
    disputes: {
      open: (payment) => server.openDispute(payment).id,
      end: (id, end) => server.setDispute(id, end),
    },
    subscriptions: {
      renew: (id) => {
        const end = subscriptions.get(id)?.items.data[0]?.current_period_end ?? 0;
        server.advance(end - server.now() + 7_200);
        return subscriptions.get(id)?.latest_invoice ?? '';
      },
      setCard: (id, card) => books.cards.set(customerOf(id), card),
      payInvoice: server.payInvoice,
    },
    close: server.close,
  };
}
