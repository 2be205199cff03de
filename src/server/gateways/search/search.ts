import type { SearchProviderName } from '#domain/models/providers.ts';
import type { ProviderKey } from '#server/gateways/providerKey.ts';

/** A page that a search engine found. The title and date come from the engine and may be wrong. */
export type FoundPage = {
  url: string;
  title: string;
  /** `YYYY-MM-DD`; `null` if the engine names none. */
  date: string | null;
};

/** Why a search failed. */
export type SearchFailure =
  | 'unauthorised'
  | 'empty_account'
  | 'busy'
  | 'timeout'
  | 'unreachable'
  | 'error';

export class SearchError extends Error {
  readonly reason: SearchFailure;

  /** The message never contains text of the engine or of the query. */
  constructor(engine: SearchProviderName, reason: SearchFailure) {
    super(`${engine} did not search: ${reason}`);
    this.name = 'SearchError';
    this.reason = reason;
  }
}

export type SearchEngine = {
  name: SearchProviderName;
  /** The key that it uses; each key is an engine of its own. */
  key?: ProviderKey | undefined;
  /** The cost of a search, in micro-USD. */
  price: number;
  /** Returns the found pages, best first. Throws `SearchError`, and the signal's reason when `signal` aborts. */
  search(query: string, signal: AbortSignal): Promise<FoundPage[]>;
};
