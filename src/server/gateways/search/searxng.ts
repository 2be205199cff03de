import { searchPrices } from '#domain/costs/upstreamPrices.ts';
import { at } from '#server/gateways/readJson.ts';
import { foundPages } from '#server/gateways/search/foundPages.ts';
import { requestJson } from '#server/gateways/search/requestJson.ts';
import type { SearchEngine } from '#server/gateways/search/search.ts';

/** A SearXNG server whose settings allow the JSON format. */
export function searxng(baseUrl: string): SearchEngine {
  return {
    name: 'searxng',
    price: searchPrices.searxng,
    async search(query, signal) {
      const url = new URL(`${baseUrl}/search`);
      url.search = new URLSearchParams({ q: query, format: 'json', safesearch: '1' }).toString();
      const headers = { accept: 'application/json' };
      const body = await requestJson('searxng', url, { headers, signal });
      return foundPages('searxng', at(body, 'results'), 'publishedDate');
    },
  };
}
