import { readFileSync } from 'node:fs';
import { type RequestListener, type Server, createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createWeb } from '#server/gateways/web/createWeb.ts';
import type { ResolveName } from '#server/gateways/web/resolveHost.ts';
import type { PageOptions, WebGateway } from '#server/gateways/web/web.ts';
import { closeServer, listenOnLoopback } from '#server/gateways/loopbackServer.ts';

export type StrangersSite = {
  port: number;
  /** Method and target of each request, in order. */
  requests: string[];
  close(): Promise<void>;
};

export const tlsCertificate = readFileSync('tests/fixtures/web/tls.crt', 'utf8');

/** A real HTTP server of a stranger, on loopback. All certificates of `tests/fixtures/web` have the same key. */
export async function startStrangersSite(
  answer: RequestListener,
  { secure = false, port: requested = 0, certificate = tlsCertificate } = {},
): Promise<StrangersSite> {
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.headers.host}${request.url}`);
    answer(request, response);
  };
  const key = () => readFileSync('tests/fixtures/web/tls.key', 'utf8');
  const server: Server = secure
    ? createSecureServer({ key: key(), cert: certificate }, listener)
    : createServer(listener);
  const port = await listenOnLoopback(server, requested);
  return { port, requests, close: () => closeServer(server) };
}

/** A gateway for which every host name leads to these sites, unless `resolveName` says otherwise. */
export function webOf(
  sites: readonly { port: number }[],
  more: { resolveName?: ResolveName; firstByteSeconds?: number; now?: () => Date } = {},
): WebGateway {
  return createWeb({
    publicUrl: 'https://dolores.example',
    testAddresses: sites.map(({ port }) => ({ address: '127.0.0.1', port })),
    resolveName: async () => ['127.0.0.1'],
    certificates: [tlsCertificate],
    ...more,
  });
}

export const htmlOnly: PageOptions = { accept: ['text/html'] };
