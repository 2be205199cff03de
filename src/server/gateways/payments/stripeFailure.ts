import {
  PaymentDeclinedError,
  PaymentProtocolError,
  PaymentRefusedError,
  PaymentUnknownError,
} from '#server/gateways/payments/payments.ts';

/** The fields of the library's errors that are read here. Its texts are not: they can hold addresses and keys. */
type Failure = {
  type?: unknown;
  code?: unknown;
  decline_code?: unknown;
  param?: unknown;
  statusCode?: unknown;
  requestId?: unknown;
  /** Why there was no connection. */
  detail?: { code?: unknown } | string;
  headers?: Readonly<Record<string, unknown>>;
};

/** Returns our error for one of the library's. It has no `cause`, which a log would write out with its headers. */
export function toPaymentError(error: unknown): Error {
  if (isOurs(error)) return error;
  const failure = toFailure(error);
  const details = detailsOf(failure);
  if (failure.type === 'StripeCardError' || failure.statusCode === 402) {
    return new PaymentDeclinedError(`Stripe declined the charge (${details})`);
  }
  const isAboutRequest =
    failure.type === 'StripeInvalidRequestError' || failure.type === 'StripeIdempotencyError';
  // 409 is the same request twice at a time; 429 is too many of them.
  if (isAboutRequest && failure.statusCode !== 409 && failure.statusCode !== 429) {
    // Another request under the same key may have been done.
    const Refusal =
      failure.type === 'StripeIdempotencyError' ? PaymentProtocolError : PaymentRefusedError;
    return new Refusal(`Stripe refused the request (${details})`);
  }
  if (typeof failure.type === 'string') {
    return new PaymentUnknownError(`Stripe could not be asked (${details})`);
  }
  return error instanceof Error ? error : new Error('Asking Stripe failed');
}

/** Whether Stripe repeated its own stored failure instead of trying again. */
export function isReplayedFailure(error: unknown): boolean {
  const { statusCode, headers } = toFailure(error);
  return Number(statusCode) >= 500 && headers?.['idempotent-replayed'] === 'true';
}

/** Whether an object with the wished id is there already. */
export function isAlreadyThere(error: unknown): boolean {
  return toFailure(error).code === 'resource_already_exists';
}

/** Returns the code of a failed payment, such as `card_declined`; never a text, which can name the buyer. */
export function failureCode(
  error: { code?: string | null; decline_code?: string | null } | null | undefined,
): string {
  return error?.decline_code ?? error?.code ?? 'payment_failed';
}

function isOurs(error: unknown): error is Error {
  return (
    error instanceof PaymentDeclinedError ||
    error instanceof PaymentProtocolError ||
    error instanceof PaymentUnknownError
  );
}

function toFailure(error: unknown): Failure {
  return typeof error === 'object' && error !== null ? error : {};
}

function detailsOf(failure: Failure): string {
  const { type, code, decline_code: declined, param, statusCode: status, detail } = failure;
  const reason = typeof detail === 'object' ? detail.code : undefined;
  const named = { type, code, declined, param, status, reason, request: failure.requestId };
  return Object.entries(named)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([name, value]) => `${name} ${String(value).slice(0, 80)}`)
    .join(', ');
}
