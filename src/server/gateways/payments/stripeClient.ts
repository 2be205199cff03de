import type Stripe from 'stripe';
import type { StripeConfig } from '#server/paymentConfig.ts';
import { PaymentUnknownError } from '#server/gateways/payments/payments.ts';
import { isReplayedFailure, toPaymentError } from '#server/gateways/payments/stripeFailure.ts';

/**
 * The version of Stripe's API that this code was written for. The library's types fit it; with another version of the
 * library this is a type error, so that nobody changes the one without reading what changed in the other.
 */
export const stripeApiVersion = '2026-10-28.endive';

export type StripeLimits = {
  /** Of each try, in milliseconds. */
  tryMilliseconds: number;
  /** Further tries of the library, with the same idempotency key. */
  retries: number;
  /** Of a call with all its tries, also when the answer comes in drops. */
  callMilliseconds: number;
};

const usualLimits: StripeLimits = { tryMilliseconds: 10_000, retries: 2, callMilliseconds: 40_000 };

/** Sends requests to Stripe, with time limits, and with its errors translated. */
export type StripeClient = {
  ask: <Result>(send: (stripe: Stripe) => Promise<Result>) => Promise<Result>;
  /**
   * Sends a request with an idempotency key. Stripe answers with the stored response for a day, also when that is one of its
   * own failures; then a second key is used. Only for what harms nobody when it exists twice.
   */
  askAgain: <Result>(
    key: string,
    send: (stripe: Stripe, key: string) => Promise<Result>,
  ) => Promise<Result>;
  /** For what sends no request, such as reading a message. */
  library: () => Promise<Stripe>;
};

export function stripeClient(
  config: StripeConfig,
  limits: StripeLimits = usualLimits,
): StripeClient {
  const library = lazyLibrary(config, limits);
  const within = async <Result>(send: (stripe: Stripe) => Promise<Result>): Promise<Result> =>
    withTimeLimit(send(await library()), limits.callMilliseconds);
  return {
    library,
    ask: async (send) => {
      try {
        return await within(send);
      } catch (error) {
        throw toPaymentError(error);
      }
    },
    askAgain: async (key, send) => {
      try {
        return await within((stripe) => send(stripe, key));
      } catch (error) {
        if (!isReplayedFailure(error)) throw toPaymentError(error);
      }
      try {
        return await within((stripe) => send(stripe, `${key}-again`));
      } catch (error) {
        throw toPaymentError(error);
      }
    },
  };
}

/** Returns a function that loads the library at its first call, because that takes half a second and 34 MB. */
function lazyLibrary(
  { secretKey, apiUrl }: StripeConfig,
  limits: StripeLimits,
): () => Promise<Stripe> {
  let loaded: Promise<Stripe> | undefined;
  const load = async (): Promise<Stripe> => {
    const { default: StripeLibrary } = await import('stripe');
    return new StripeLibrary(secretKey, {
      apiVersion: stripeApiVersion,
      timeout: limits.tryMilliseconds,
      maxNetworkRetries: limits.retries,
      telemetry: false,
      ...addressOf(apiUrl),
    });
  };
  return () => (loaded ??= load());
}

function addressOf(apiUrl: string | undefined) {
  if (apiUrl === undefined) return {};
  const { hostname, port, protocol } = new URL(apiUrl);
  const isHttp = protocol === 'http:';
  return {
    host: hostname,
    port: port || (isHttp ? 80 : 443),
    protocol: isHttp ? 'http' : 'https',
  } as const;
}

async function withTimeLimit<Result>(
  result: Promise<Result>,
  milliseconds: number,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new PaymentUnknownError('Stripe did not answer in time'));
    }, milliseconds);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
