import { searchPrices } from '#domain/costs/upstreamPrices.ts';
import { foundPages } from '#server/gateways/search/foundPages.ts';
import { requestJson } from '#server/gateways/search/requestJson.ts';
import type { SearchEngine } from '#server/gateways/search/search.ts';
import * as z from 'zod/mini';

const responseBody = z.looseObject({
  web: z.optional(z.looseObject({ results: z.unknown() })),
});

/** Brave's Web Search API. */
export function brave(baseUrl: string, apiKey: string): SearchEngine {
  return {
    name: 'brave',
    price: searchPrices.brave,
    async search(query, signal) {
      const url = new URL(`${baseUrl}/res/v1/web/search`);
      url.search = new URLSearchParams({
        q: query,
        count: '10',
        safesearch: 'moderate',
      }).toString();
      const headers = { accept: 'application/json', 'x-subscription-token': apiKey };
      const body = responseBody.safeParse(await requestJson('brave', url, { headers, signal }));
      // A response without `web` means that nothing was found.
      const list = body.success ? (body.data.web?.results ?? []) : undefined;
      return foundPages('brave', list, 'page_age');
    },
  };
}
