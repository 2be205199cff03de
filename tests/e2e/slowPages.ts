import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

const piecesOfPage = 100;

/** Longer than the time between two frames, so that each piece could be drawn. */
const pauseMilliseconds = 20;

export type SlowPages = { url: string; close(): Promise<void> };

/** Passes requests on to `origin`, and sends pages in pieces, as a slow network does. */
export async function serveSlowPages(origin: string): Promise<SlowPages> {
  const server = createServer((incoming, outgoing) => {
    passOn(incoming, outgoing, origin).catch(() => outgoing.destroy());
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
): Promise<void> {
  const isPage = incoming.headers['sec-fetch-dest'] === 'document';
  const asked = request(new URL(incoming.url ?? '/', origin), {
    method: incoming.method,
    headers: { ...incoming.headers, ...(isPage ? { 'accept-encoding': 'identity' } : {}) },
  });
  incoming.pipe(asked);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { 'content-length': _, ...headers } = answer.headers;
  outgoing.writeHead(answer.statusCode ?? 502, isPage ? headers : answer.headers);
  if (isPage) await sendInPieces(await text(answer), outgoing);
  else answer.pipe(outgoing);
}

/** The head is sent at once; the content of the body between tags. */
async function sendInPieces(page: string, outgoing: ServerResponse): Promise<void> {
  const [head = '', ...parts] = page.split(/(?=<body)/);
  outgoing.write(head);
  const tags = parts.join('').split(/(?=<)/);
  const size = Math.ceil(tags.length / piecesOfPage);
  for (let start = 0; start < tags.length; start += size) {
    outgoing.write(tags.slice(start, start + size).join(''));
    await pause(pauseMilliseconds);
  }
  outgoing.end();
}
