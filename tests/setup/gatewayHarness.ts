import type { Currency } from '#domain/pricing/money.ts';
import type { ProviderFault } from '#server/gateways/payments/providerServer.ts';
import type { CheckoutRequest, PaymentGateway } from '#server/gateways/payments/payments.ts';

/** A message as it arrives at our address. */
export type SentMessage = { body: Uint8Array; headers: Headers };

/** Parts that not every provider has. */
export type GatewayParts = Record<
  'later' | 'refundsWait' | 'disputes' | 'lists' | 'subscriptions',
  boolean
>;

/** A gateway, and the actions of its buyers, banks and provider. The optional ones are there when the part is. */
export type GatewayHarness = {
  gateway: PaymentGateway;
  /** The currencies that it takes. */
  currencies: readonly Currency[];
  pay: (checkoutId: string) => void | Promise<void>;
  /** Returns the time of the provider's clock. */
  now: () => Date;
  /** Moves that clock on. */
  advance: (seconds: number) => void | Promise<void>;
  /** Returns the newest message about a kind of subject, as the provider signs it. */
  message: (kind: 'checkout' | 'refund' | 'dispute' | 'invoice' | 'subscription') => SentMessage;
  /** Signs any body as the provider does, `secondsAgo` before now. */
  sign: (body: string, secondsAgo?: number) => SentMessage;
  /** Lets the next requests fail: the provider is down, or does the work and its answer is lost. */
  fail: (how: 'is down' | 'loses the answer', requests: number) => void;
  /** A payment whose money comes later. */
  later?: {
    promise: (checkoutId: string) => void | Promise<void>;
    settle: (checkoutId: string, arrives: boolean) => void | Promise<void>;
  };
  refunds?: {
    wait: () => void;
    settle: (providerId: string, state: 'succeeded' | 'failed') => void | Promise<void>;
  };
  disputes?: {
    open: (paymentId: string) => string;
    end: (disputeId: string, state: 'won' | 'lost') => void;
  };
  subscriptions?: {
    /** Lets the period end, with its bill, and returns the bill. */
    renew: (subscriptionId: string) => string;
    setCard: (subscriptionId: string, card: 'works' | 'is declined') => void;
    payInvoice: (invoiceId: string) => void;
  };
  close: () => Promise<void>;
};

/** Returns a function that lets the next requests of a provider fail. */
export function failRequests<Name extends string>(
  faults: ProviderFault<Name>[],
): GatewayHarness['fail'] {
  return (how, requests) => {
    faults.length = 0;
    for (let count = 0; count < requests; count += 1) {
      faults.push(
        how === 'is down'
          ? { does: 'cuts the connection' }
          : // A request that reads has nothing to lose.
            { does: 'works and cuts the connection', to: 'POST' },
      );
    }
  };
}

let orders = 0;

/** Returns a request for a checkout of a new order, to be paid within an hour. */
export function checkoutRequest(
  { now, currencies: [currency = 'USD'] }: GatewayHarness,
  more: Partial<CheckoutRequest> = {},
): CheckoutRequest {
  orders += 1;
  return {
    orderId: `order-${orders}`,
    attempt: 1,
    product: 'credit_500',
    price: { amount: 499, currency },
    following: undefined,
    description: '500 credits',
    language: 'en',
    email: 'buyer@example.org',
    successUrl: 'https://dolores.example/en/pay/1/success',
    cancelUrl: 'https://dolores.example/en/pay/1',
    expires: new Date(now().getTime() + 3_600_000),
    ...more,
  };
}

/** Returns a paid order's checkout, and the state that the gateway reads of it. */
export async function paidCheckout(harness: GatewayHarness, more: Partial<CheckoutRequest> = {}) {
  const request = checkoutRequest(harness, more);
  const { providerId } = await harness.gateway.openCheckout(request);
  await harness.pay(providerId);
  const state = await harness.gateway.readCheckout(providerId);
  if (state.kind !== 'paid') throw new Error(`A paid checkout is ${state.kind}`);
  return { request, providerId, state };
}
