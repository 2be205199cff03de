import type { SearchProviderName } from '#domain/models/providers.ts';
import type { EnvironmentReader } from '#server/environment.ts';

/** A search engine of AI search. */
export type SearchProviderConfig = {
  name: SearchProviderName;
  /** The URL of its API, without a trailing slash. */
  baseUrl: string;
  /** SearXNG needs none. */
  apiKey: string | undefined;
};

/** The search engines of AI search, in the order in which they are used. Without any, AI search searches this site only. */
export type SearchConfig = readonly SearchProviderConfig[];

const hosted = [
  { name: 'brave', prefix: 'BRAVE', baseUrl: 'https://api.search.brave.com' },
  { name: 'tavily', prefix: 'TAVILY', baseUrl: 'https://api.tavily.com' },
] as const;

/** Returns the configured search engines, the operator's own SearXNG first, because it costs nothing. */
export function readSearch(read: EnvironmentReader): SearchConfig {
  const providers: SearchProviderConfig[] = [];
  const own = read.httpUrl('SEARXNG_URL');
  if (own) providers.push({ name: 'searxng', baseUrl: withoutSlash(own), apiKey: undefined });
  for (const { name, prefix, baseUrl } of hosted) {
    const keys = read.keys(`${prefix}_API_KEY`);
    const address = read.httpUrl(`${prefix}_BASE_URL`) ?? baseUrl;
    // Each key is asked like an engine of its own.
    for (const apiKey of keys) providers.push({ name, baseUrl: withoutSlash(address), apiKey });
  }
  return providers;
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
