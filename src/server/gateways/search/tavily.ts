import { foundPages } from '#server/gateways/search/foundPages.ts';
import { requestJson } from '#server/gateways/search/requestJson.ts';
import type { SearchEngine } from '#server/gateways/search/search.ts';
import * as z from 'zod/mini';

const answer = z.looseObject({ results: z.unknown() });

const result = z.looseObject({
  url: z.string(),
  title: z.string(),
  published_date: z.optional(z.nullable(z.string())),
});

/** Tavily's search: a basic one takes one credit, 0.8 US cents. */
export function tavily(baseUrl: string, apiKey: string): SearchEngine {
  return {
    name: 'tavily',
    price: 8_000,
    async search(query, signal) {
      const body = answer.safeParse(
        await requestJson('tavily', new URL(`${baseUrl}/search`), {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
          body: JSON.stringify({ query, max_results: 10, search_depth: 'basic' }),
          signal,
        }),
      );
      return foundPages('tavily', body.data?.results, result, (page) => ({
        url: page.url,
        title: page.title,
        date: page.published_date,
      }));
    },
  };
}
