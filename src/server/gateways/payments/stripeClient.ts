import type Stripe from 'stripe';
import type { StripeConfig } from '#server/paymentConfig.ts';
import { PaymentUnknownError } from '#server/gateways/payments/payments.ts';
import { isReplayedFailure, toPaymentError } from '#server/gateways/payments/stripeFailure.ts';

/**
 * The version of Stripe's API that this code is written for. It is a type error with a library for another version, so
 * that an update of the library is also a review of the API's changes.
 */
export const stripeApiVersion = '2026-10-28.endive';

export type StripeLimits = {
  /** The limit of each try. */
  tryMilliseconds: number;
  /** Retries by the library, with the same idempotency key. */
  retries: number;
  /** The limit of a call with all its tries, also when its response arrives slowly. */
  callMilliseconds: number;
};

const defaultLimits: StripeLimits = {
  tryMilliseconds: 10_000,
  retries: 2,
  callMilliseconds: 40_000,
};

/** Sends requests to Stripe, with time limits, and throws our own errors. */
export type StripeClient = {
  ask: <Result>(send: (stripe: Stripe) => Promise<Result>) => Promise<Result>;
  /**
   * Sends a request with an idempotency key. For a day, Stripe repeats the stored response, even if that is a failure
   * of its own; in that case a second key is used. Only for objects that may exist twice.
   */
  askAgain: <Result>(
    key: string,
    send: (stripe: Stripe, key: string) => Promise<Result>,
  ) => Promise<Result>;
};

export function stripeClient(
  config: StripeConfig,
  limits: StripeLimits = defaultLimits,
): StripeClient {
  const library = lazyLibrary(config, limits);
  const within = async <Result>(send: (stripe: Stripe) => Promise<Result>): Promise<Result> =>
    withTimeLimit(send(await library()), limits.callMilliseconds);
  const ask: StripeClient['ask'] = async (send) => {
    try {
      return await within(send);
    } catch (error) {
      throw toPaymentError(error);
    }
  };
  return {
    ask,
    askAgain: async (key, send) => {
      try {
        return await within((stripe) => send(stripe, key));
      } catch (error) {
        if (!isReplayedFailure(error)) throw toPaymentError(error);
      }
      return ask((stripe) => send(stripe, `${key}-again`));
    },
  };
}

/** Returns a function that loads the library at its first call, because loading takes half a second and 34 MB. */
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
