import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type EnginePage = { url: string; title: string; date?: string | undefined };

export type EngineServer = {
  url: string;
  /** Each query with the path and the key that came with it, in their order. */
  asked: { query: string; path: string; key: string | undefined }[];
  close(): Promise<void>;
};

/**
 * A real HTTP server that speaks the protocols of SearXNG, Brave and Tavily. It finds what `find` returns; a query with
 * `engine-500`, `engine-401`, `engine-429`, `engine-slow`, `engine-garbage`, `engine-moved` or `engine-endless` shows what
 * goes wrong with such a server.
 */
export async function startSearchEngines(
  find: (query: string) => readonly EnginePage[],
): Promise<EngineServer> {
  const asked: EngineServer['asked'] = [];
  const server = createServer(
    (request, response) => void answer(request, response, { asked, find }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Parts = Pick<EngineServer, 'asked'> & { find: (query: string) => readonly EnginePage[] };

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { asked, find }: Parts,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://engine');
  const isTavily = request.method === 'POST';
  const query = isTavily
    ? ((await json(request)) as { query: string }).query
    : (searchParams.get('q') ?? '');
  const brave = request.headers['x-subscription-token'];
  asked.push({
    query,
    path: pathname,
    key: brave === undefined ? request.headers.authorization : String(brave),
  });
  if (query.includes('engine-slow')) return;
  const status = /engine-(\d{3})/.exec(query)?.[1];
  if (status !== undefined) return void response.writeHead(Number(status)).end(query);
  if (query.includes('engine-moved'))
    return void response.writeHead(307, { location: '/else' }).end();
  response.writeHead(200, { 'content-type': 'application/json' });
  if (query.includes('engine-garbage')) return void response.end('{"results": [');
  if (query.includes('engine-endless'))
    return void response.end(JSON.stringify(' '.repeat(5_000_000)));
  response.end(JSON.stringify(bodyOf(pathname, isTavily, find(query))));
}

function bodyOf(path: string, isTavily: boolean, pages: readonly EnginePage[]): unknown {
  if (path === '/res/v1/web/search') {
    const results = pages.map(({ url, title, date }) => ({
      url,
      title: `<strong>${title}</strong>`,
      page_age: date,
    }));
    return { type: 'search', web: { type: 'search', results: [{ no: 'page' }, ...results] } };
  }
  const dated = isTavily
    ? pages.map(({ url, title, date }) => ({
        url,
        title,
        content: '',
        score: 0.5,
        published_date: date,
      }))
    : pages.map(({ url, title, date }) => ({
        url,
        title,
        content: '',
        publishedDate: date ?? null,
      }));
  return { query: '', results: [{ url: 'file:///etc/passwd', title: 'no' }, ...dated] };
}
