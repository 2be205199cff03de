import type { SearchProviderName } from '#domain/models/providers.ts';
import { accountProblemOf } from '#server/gateways/accountProblem.ts';
import { readAtMost } from '#server/gateways/readAtMost.ts';
import { parseJson } from '#server/gateways/readJson.ts';
import { SearchError, type SearchFailure } from '#server/gateways/search/search.ts';

const responseMaxBytes = 4_000_000;
const errorMaxBytes = 16_384;
const timeoutMilliseconds = 8_000;

/** Sends a request to a search engine and returns its JSON. Throws `SearchError`. */
export async function requestJson(
  engine: SearchProviderName,
  url: URL,
  { signal, ...init }: RequestInit & { signal: AbortSignal },
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  const ends = AbortSignal.any([signal, timeout]);
  try {
    // A redirect would carry the query and the key to an address that is not configured.
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: ends,
    });
    if (!response.ok) {
      const body = await readAtMost(response.body, errorMaxBytes, ends).catch(() => undefined);
      throw new SearchError(engine, failureOf(engine, response.status, body ?? ''));
    }
    const text = await readAtMost(response.body, responseMaxBytes, ends);
    if (text === undefined) throw new SearchError(engine, 'error');
    return JSON.parse(text) as unknown;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SearchError) throw error;
    if (timeout.aborted) throw new SearchError(engine, 'timeout');
    throw new SearchError(engine, error instanceof SyntaxError ? 'error' : 'unreachable');
  }
}

function failureOf(engine: SearchProviderName, status: number, body: string): SearchFailure {
  // A page with 403 means that its settings do not allow JSON.
  if (engine === 'searxng' && status === 403) return 'unauthorised';
  const problem = accountProblemOf(status, parseJson(body) ?? body);
  if (problem !== undefined) return problem === 'empty' ? 'empty_account' : 'unauthorised';
  return status === 429 || status === 503 ? 'busy' : 'error';
}
