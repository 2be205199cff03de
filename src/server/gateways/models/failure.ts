import type { FailureReason } from '#contract/chat.ts';
import { UpstreamError } from '#server/gateways/models/models.ts';

/** Words in the error codes of providers, and what they mean. The first that fits counts. */
const reasonByWord: readonly (readonly [RegExp, FailureReason])[] = [
  [/content_(filter|policy)|safety|moderation/, 'filtered'],
  [/rate_limit|overloaded|quota|unavailable|capacity/, 'upstream_busy'],
  [/authentication|permission|api_key|unauthori[sz]ed/, 'upstream_unauthorised'],
];

/** Why an upstream that answered with an error did so, from its HTTP status and its own error code. */
export function reasonOf(status: number | undefined, code: string | undefined): FailureReason {
  if (status === 401 || status === 403) return 'upstream_unauthorised';
  if (status === 429 || status === 503 || status === 529) return 'upstream_busy';
  const known = reasonByWord.find(([word]) => word.test(code ?? ''));
  return known?.[1] ?? 'upstream_error';
}

/**
 * The provider's error code in an error object or its `error`, where it is a plain word. Only lower-case words pass,
 * so that neither a key nor a prompt that the provider echoes gets into a log.
 */
export function errorCodeIn(value: unknown): string | undefined {
  const outer = asRecord(value);
  const inner = asRecord(outer['error']);
  const candidates = [inner['code'], inner['type'], outer['code'], outer['type']];
  return candidates.find(
    (code): code is string =>
      typeof code === 'string' && code !== 'error' && /^[a-z_]{3,40}$/.test(code),
  );
}

/**
 * Maps anything that is thrown or reported while a stream is read to an `UpstreamError`. The message holds nothing of
 * the exchange.
 */
export function toUpstreamError(provider: string, error: unknown): UpstreamError {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; depth += 1) {
    if (cause instanceof UpstreamError) return cause;
    cause = cause.cause;
  }
  const code = errorCodeIn(error);
  const reason = reasonOf(statusIn(error), code);
  const what = code ?? (error instanceof Error ? error.name : 'unknown');
  return new UpstreamError(reason, `${provider} broke off its answer with an error (${what})`);
}

export function endedWithoutFinish(provider: string): UpstreamError {
  return new UpstreamError('upstream_cut', `${provider} ended its answer without finishing it`);
}

/** The status that some gateways put into an error of a stream that began with 200. */
function statusIn(error: unknown): number | undefined {
  const { code } = asRecord(asRecord(error)['error']);
  return typeof code === 'number' ? code : undefined;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
