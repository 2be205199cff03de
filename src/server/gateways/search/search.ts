import type { SearchProviderName } from '#server/searchConfig.ts';

/** A page that a search engine found. Title and date are what it says: both may be wrong. */
export type FoundPage = {
  url: string;
  title: string;
  /** `YYYY-MM-DD`; `null` where none is named. */
  date: string | null;
};

/** Why a search engine did not answer. */
export type SearchFailure = 'unauthorised' | 'busy' | 'timeout' | 'unreachable' | 'error';

export class SearchError extends Error {
  readonly reason: SearchFailure;

  /** The message never has a word of what the engine said, nor of the query. */
  constructor(engine: SearchProviderName, reason: SearchFailure) {
    super(`${engine} did not search: ${reason}`);
    this.name = 'SearchError';
    this.reason = reason;
  }
}

export type SearchEngine = {
  name: SearchProviderName;
  /** The cost of a search, in micro-USD. */
  price: number;
  /** Returns the pages that it finds, the best one first. Throws `SearchError`; an abort of `signal` throws its reason. */
  search(query: string, signal: AbortSignal): Promise<FoundPage[]>;
};
