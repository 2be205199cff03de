import type { EnvironmentReader } from '#server/environment.ts';

export type SearchProviderName = 'searxng' | 'brave' | 'tavily';

/** A search engine that AI search asks. */
export type SearchProviderConfig = {
  name: SearchProviderName;
  /** Where its API is, without a trailing slash. */
  baseUrl: string;
  /** SearXNG needs none. */
  apiKey: string | undefined;
};

/** The search engines of AI search, in the order in which they are asked; without any, it searches this site only. */
export type SearchConfig = readonly SearchProviderConfig[];

const hosted = [
  { name: 'brave', prefix: 'BRAVE', baseUrl: 'https://api.search.brave.com' },
  { name: 'tavily', prefix: 'TAVILY', baseUrl: 'https://api.tavily.com' },
] as const;

/**
 * Reads the search engines of AI search, in the order in which they are asked: one's own SearXNG first, because it costs
 * nothing. Without any, AI search looks in this site only.
 */
export function readSearch(read: EnvironmentReader): SearchConfig {
  const providers: SearchProviderConfig[] = [];
  const own = read.url('SEARXNG_URL', ['http:', 'https:']);
  if (own) providers.push({ name: 'searxng', baseUrl: withoutSlash(own), apiKey: undefined });
  for (const { name, prefix, baseUrl } of hosted) {
    const apiKey = read.text(`${prefix}_API_KEY`);
    const address = read.url(`${prefix}_BASE_URL`, ['http:', 'https:']) ?? baseUrl;
    if (apiKey) providers.push({ name, baseUrl: withoutSlash(address), apiKey });
  }
  return providers;
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
