import type { SearchProviderName } from '#server/searchConfig.ts';
import { SearchError, type SearchFailure } from '#server/gateways/search/search.ts';

const answerMaxBytes = 4_000_000;
const millisecondsAtMost = 8_000;

/** Sends a request to a search engine and returns its JSON. Throws `SearchError`. */
export async function requestJson(
  engine: SearchProviderName,
  url: URL,
  { signal, ...init }: RequestInit & { signal: AbortSignal },
): Promise<unknown> {
  const timeout = AbortSignal.timeout(millisecondsAtMost);
  try {
    // A redirect would carry the query and the key to an address that nobody configured.
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new SearchError(engine, failureOf(response.status));
    }
    return JSON.parse(await readBounded(engine, response)) as unknown;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SearchError) throw error;
    if (timeout.aborted) throw new SearchError(engine, 'timeout');
    throw new SearchError(engine, error instanceof SyntaxError ? 'error' : 'unreachable');
  }
}

function failureOf(status: number): SearchFailure {
  if (status === 401 || status === 403) return 'unauthorised';
  return status === 429 || status === 503 ? 'busy' : 'error';
}

async function readBounded(engine: SearchProviderName, response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > answerMaxBytes) throw new SearchError(engine, 'error');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
