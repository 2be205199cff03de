import { foundPages } from '#server/gateways/search/foundPages.ts';
import { requestJson } from '#server/gateways/search/requestJson.ts';
import type { SearchEngine } from '#server/gateways/search/search.ts';
import * as z from 'zod/mini';

const answer = z.looseObject({ results: z.unknown() });

const result = z.looseObject({
  url: z.string(),
  title: z.string(),
  publishedDate: z.optional(z.nullable(z.string())),
});

/** A SearXNG whose settings allow JSON. */
export function searxng(baseUrl: string): SearchEngine {
  return {
    name: 'searxng',
    price: 0,
    async search(query, signal) {
      const url = new URL(`${baseUrl}/search`);
      url.search = new URLSearchParams({ q: query, format: 'json', safesearch: '1' }).toString();
      const body = answer.safeParse(
        await requestJson('searxng', url, { headers: { accept: 'application/json' }, signal }),
      );
      return foundPages('searxng', body.data?.results, result, (page) => ({
        url: page.url,
        title: page.title,
        date: page.publishedDate,
      }));
    },
  };
}
