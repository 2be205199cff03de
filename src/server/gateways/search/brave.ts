import { foundPages } from '#server/gateways/search/foundPages.ts';
import { requestJson } from '#server/gateways/search/requestJson.ts';
import type { SearchEngine } from '#server/gateways/search/search.ts';
import * as z from 'zod/mini';

const answer = z.looseObject({ web: z.optional(z.looseObject({ results: z.unknown() })) });

const result = z.looseObject({
  url: z.string(),
  title: z.string(),
  page_age: z.optional(z.nullable(z.string())),
});

/** Brave's Web Search API: 5 dollars for a thousand searches. */
export function brave(baseUrl: string, apiKey: string): SearchEngine {
  return {
    name: 'brave',
    price: 5_000,
    async search(query, signal) {
      const url = new URL(`${baseUrl}/res/v1/web/search`);
      url.search = new URLSearchParams({
        q: query,
        count: '10',
        safesearch: 'moderate',
      }).toString();
      const headers = { accept: 'application/json', 'x-subscription-token': apiKey };
      const body = answer.safeParse(await requestJson('brave', url, { headers, signal }));
      // Without a web part, nothing was found.
      const list = body.success ? (body.data.web?.results ?? []) : undefined;
      return foundPages('brave', list, result, (page) => ({
        url: page.url,
        title: page.title,
        date: page.page_age,
      }));
    },
  };
}
