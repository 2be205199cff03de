import {
  PaymentDeclinedError,
  PaymentProtocolError,
  PaymentRefusedError,
  PaymentUnknownError,
} from '#server/gateways/payments/payments.ts';

/**
 * The fields of the library's errors that are read here. Its texts are not, because they can contain addresses and
 * keys.
 */
type Failure = {
  type?: unknown;
  code?: unknown;
  decline_code?: unknown;
  param?: unknown;
  statusCode?: unknown;
  requestId?: unknown;
  /** The reason when there was no connection. */
  detail?: { code?: unknown } | string;
  headers?: Readonly<Record<string, unknown>>;
};

/** Maps an error of the library to ours. Without a `cause`, because a log would write that with its headers. */
export function toPaymentError(error: unknown): Error {
  if (isOurs(error)) return error;
  const failure = toFailure(error);
  const details = detailsOf(failure);
  if (failure.type === 'StripeCardError' || failure.statusCode === 402) {
    return new PaymentDeclinedError(`Stripe declined the charge (${details})`);
  }
  const isAboutRequest =
    failure.type === 'StripeInvalidRequestError' || failure.type === 'StripeIdempotencyError';
  // 409: the same request twice at once. 429: too many requests.
  if (isAboutRequest && failure.statusCode !== 409 && failure.statusCode !== 429) {
    // Another request with the same key may have been executed.
    const Refusal =
      failure.type === 'StripeIdempotencyError' ? PaymentProtocolError : PaymentRefusedError;
    return new Refusal(`Stripe refused the request (${details})`);
  }
  if (typeof failure.type === 'string') {
    return new PaymentUnknownError(`Stripe could not be asked (${details})`);
  }
  return error instanceof Error ? error : new Error('Asking Stripe failed');
}

/** Whether Stripe repeated a stored failure of its own instead of executing the request. */
export function isReplayedFailure(error: unknown): boolean {
  const { statusCode, headers } = toFailure(error);
  return Number(statusCode) >= 500 && headers?.['idempotent-replayed'] === 'true';
}

/** Whether an object with the requested id exists already. */
export function isExisting(error: unknown): boolean {
  return toFailure(error).code === 'resource_already_exists';
}

/** Returns the code of a failed payment, such as `card_declined`. Never a text, because that can name the buyer. */
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
