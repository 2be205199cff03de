import type { FailureReason } from '#contract/chat/chat.ts';
import { type AccountProblem, accountProblemOf } from '#server/gateways/accountProblem.ts';
import { UpstreamError } from '#server/gateways/models/models.ts';
import { at } from '#server/gateways/readJson.ts';

/** Words in the error codes of providers, with their meaning. The first match counts. */
const reasonByWord: readonly (readonly [RegExp, FailureReason])[] = [
  [/content_(filter|policy)|safety|moderation/, 'filtered'],
  [/rate_limit|overloaded|quota|unavailable|capacity/, 'upstream_busy'],
  [/authentication|permission|api_key|unauthori[sz]ed/, 'upstream_unauthorised'],
];

/** Returns the reason of an upstream's error, from its HTTP status and the provider's error code. */
function reasonOf(status: number | undefined, code: string | undefined): FailureReason {
  const named = reasonByWord.find(([word]) => word.test(code ?? ''))?.[1];
  // Before the status: some gateways refuse a text with 403, which does not mean that our key is wrong.
  if (named === 'filtered') return named;
  if (status === 401 || status === 403) return 'upstream_unauthorised';
  if (status === 429 || status === 503 || status === 529) return 'upstream_busy';
  return named ?? 'upstream_error';
}

/**
 * Returns the reason of an upstream's error, and the problem of our account if there is one. An empty account often has
 * the status of a busy provider, but waiting does not help.
 */
export function failureOf(
  status: number | undefined,
  body: unknown,
): { reason: FailureReason; account: AccountProblem | undefined } {
  const reason = reasonOf(status, errorCodeIn(body));
  const account = reason === 'filtered' ? undefined : accountProblemOf(status, body);
  return { reason: account === undefined ? reason : 'upstream_unauthorised', account };
}

/**
 * Returns the provider's error code in an error object or its `error`. Only codes of lower-case words are returned, so
 * that neither a key nor a prompt that the provider repeats gets into a log.
 */
export function errorCodeIn(value: unknown): string | undefined {
  const candidates = [['error', 'code'], ['error', 'type'], ['code'], ['type']].map((path) =>
    at(value, ...path),
  );
  return candidates.find(
    (code): code is string =>
      typeof code === 'string' && code !== 'error' && /^[a-z_]{3,40}$/.test(code),
  );
}

/**
 * Returns the `UpstreamError` for anything that is thrown or reported while a stream is read. Its message contains no
 * part of the request or the response.
 */
export function toUpstreamError(provider: string, error: unknown): UpstreamError {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; depth += 1) {
    if (cause instanceof UpstreamError) return cause;
    cause = cause.cause;
  }
  const code = errorCodeIn(error);
  // Some gateways put an HTTP status into an error of a stream that began with 200.
  const status = at(error, 'error', 'code');
  const failure = failureOf(typeof status === 'number' ? status : undefined, error);
  const what = code ?? (error instanceof Error ? error.name : 'unknown');
  const message = `${provider} broke off its answer with an error (${what})`;
  return new UpstreamError(failure.reason, message, failure.account);
}

export function endedWithoutFinish(provider: string): UpstreamError {
  return new UpstreamError('upstream_cut', `${provider} ended its answer without finishing it`);
}

export function withoutAnswer(provider: string): UpstreamError {
  return new UpstreamError('upstream_error', `${provider} sent something that is no answer`);
}
