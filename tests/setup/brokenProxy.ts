import { once } from 'node:events';
import { type IncomingHttpHeaders, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a proxy in front of a server breaks what passes. */
export type ProxyFaults = {
  /** Changes the headers of requests. */
  requests?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
  /** Changes the headers of responses. */
  headers?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
  /** Paths that it answers with 404 itself. */
  swallows?: RegExp;
};

export type BrokenProxy = { url: string; close: () => Promise<void> };

/** Starts an HTTP proxy in front of a server, as a wrongly configured web server would be. */
export async function startBrokenProxy(
  target: string,
  { requests = (same) => same, headers = (same) => same, swallows }: ProxyFaults,
): Promise<BrokenProxy> {
  const server = createServer((request, response) => {
    if (swallows?.test(request.url ?? '')) return void response.writeHead(404).end('Not here');
    const { method, url } = request;
    const sent = requests(request.headers);
    const passed = send(`${target}${url}`, { method, headers: sent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, headers({ ...answer.headers }));
      answer.pipe(response);
    });
    passed.on('error', () => response.writeHead(502).end());
    return void request.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
