import type { FailureReason } from '#contract/chat.ts';
import { MediaFailure } from '#server/gateways/media/mediaProvider.ts';
import { readAtMost } from '#server/gateways/readAtMost.ts';

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
  if (status === 429 || status === 503) return new MediaFailure('busy', 'upstream_busy', message);
  if (status >= 500) return new MediaFailure('unclear', 'upstream_error', message);
  return new MediaFailure('refused', reasonOf(status, text ?? ''), message);
}

function reasonOf(status: number, text: string): FailureReason {
  if (status === 401 || status === 403) return 'upstream_unauthorised';
  const isFiltered = /moderation|content.?policy|safety|sensitive|nsfw|flagged/i.test(text);
  return isFiltered ? 'filtered' : 'upstream_error';
}
