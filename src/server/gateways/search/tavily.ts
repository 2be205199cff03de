import { searchPrices } from '#domain/costs/upstreamPrices.ts';
import { at } from '#server/gateways/readJson.ts';
import { foundPages } from '#server/gateways/search/foundPages.ts';
import { requestJson } from '#server/gateways/search/requestJson.ts';
import type { SearchEngine } from '#server/gateways/search/search.ts';

/** Tavily's search API. */
export function tavily(baseUrl: string, apiKey: string): SearchEngine {
  return {
    name: 'tavily',
    price: searchPrices.tavily,
    async search(query, signal) {
      const body = await requestJson('tavily', new URL(`${baseUrl}/search`), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ query, max_results: 10, search_depth: 'basic' }),
        signal,
      });
      return foundPages('tavily', at(body, 'results'), 'published_date');
    },
  };
}
