import { coverageOf } from '#server/services/search/passages/rankPassages.ts';
import { contentWords } from '#server/services/search/passages/terms.ts';
import { type LocalPage, localPages } from '../fixtures/localWeb.ts';
import { type EngineServer, startSearchEngines } from './searchEngines.ts';
import { type StrangersSite, startStrangersSite } from './strangersSite.ts';

export type LocalWeb = {
  /** The search engine; all protocols. */
  engine: EngineServer;
  /** Every request that a page of this web got. */
  requests: string[];
  /** The environment of a server that searches this web. */
  environment: Record<string, string>;
  close(): Promise<void>;
};

/** A web on this machine: one server for the pages of many hosts, and a search engine that finds them. */
export async function startLocalWeb(pages: readonly LocalPage[] = localPages): Promise<LocalWeb> {
  const site: StrangersSite = await startStrangersSite((request, response) => {
    const host = request.headers.host?.split('.')[0];
    const page = pages.find((one) => one.site === host && one.path === request.url);
    if (!page) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page.html);
  });
  const engine = await startSearchEngines((query) => find(pages, query, site.port));
  return {
    engine,
    requests: site.requests,
    environment: {
      SEARXNG_URL: engine.url,
      WEB_TEST_ADDRESSES: `127.0.0.1:${site.port}`,
    },
    close: async () => {
      await engine.close();
      await site.close();
    },
  };
}

/** As search engines do, it finds something for every query. */
function find(pages: readonly LocalPage[], query: string, port: number) {
  const words = contentWords(query);
  return pages
    .map((page) => ({ page, score: coverageOf(words, `${page.title} ${page.html}`) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, 6)
    .map(({ page }) => ({
      url: `http://${page.site}.localhost:${port}${page.path}`,
      title: page.title,
    }));
}
