import type { FailureReason } from '#contract/chat/chat.ts';
import { accountProblemOf } from '#server/gateways/accountProblem.ts';
import { MediaFailure } from '#server/gateways/media/mediaProvider.ts';
import { readAtMost } from '#server/gateways/readAtMost.ts';
import { parseJson } from '#server/gateways/readJson.ts';

export type ProviderCall = {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers: Readonly<Record<string, string>>;
  body?: unknown;
  signal: AbortSignal;
  /** Bytes of the longest response. */
  maxBytes?: number;
};

const defaultMaxBytes = 2_000_000;

/** Words in the responses of content filters. Some refuse a prompt with 403, which does not mean that our key is wrong. */
const filterWords = /moderation|content.?policy|safety|sensitive|nsfw|flagged/i;

/** Codes of connections that were never opened, so that no request was sent. */
const neverSent =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT/;

/**
 * Calls a provider and returns its JSON. Throws `MediaFailure`, whose kind says whether the provider may have begun
 * anything. Its message has no text of the provider, because that may repeat keys and prompts.
 */
export async function callProvider(call: ProviderCall): Promise<unknown> {
  const { url, method = 'GET', headers, body, signal, maxBytes = defaultMaxBytes } = call;
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal,
    });
  } catch (error) {
    const { code } = ((error as { cause?: unknown }).cause ?? {}) as { code?: unknown };
    if (neverSent.test(String(code)))
      throw new MediaFailure('busy', 'upstream_refused', 'Not sent');
    throw new MediaFailure('unclear', 'upstream_cut', 'The connection broke');
  }
  if (!response.ok) throw await failureOf(response, signal);
  try {
    return JSON.parse((await readAtMost(response.body, maxBytes, signal)) ?? '');
  } catch {
    throw new MediaFailure('unclear', 'upstream_error', 'The response is no JSON');
  }
}

async function failureOf(response: Response, signal: AbortSignal): Promise<MediaFailure> {
  const { status } = response;
  const text = await readAtMost(response.body, defaultMaxBytes, signal).catch(() => undefined);
  const message = `It answered ${status}`;
  const isFiltered = status !== 401 && filterWords.test(text ?? '');
  const account = accountProblemOf(status, parseJson(text ?? '') ?? text);
  if (account !== undefined && !(isFiltered && account === 'refused')) {
    return new MediaFailure('refused', 'upstream_unauthorised', message, account);
  }
  if (status === 429 || status === 503) return new MediaFailure('busy', 'upstream_busy', message);
  if (status >= 500) return new MediaFailure('unclear', 'upstream_error', message);
  return new MediaFailure('refused', reasonOf(status, isFiltered), message);
}

function reasonOf(status: number, isFiltered: boolean): FailureReason {
  if (isFiltered) return 'filtered';
  return status === 401 || status === 403 ? 'upstream_unauthorised' : 'upstream_error';
}
