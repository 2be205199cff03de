import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type ModerationServer = {
  url: string;
  /** Bodies and keys of the requests so far. */
  asked: { input: string | string[]; model?: string; key: string | undefined }[];
  close(): Promise<void>;
};

/**
 * A real HTTP server that speaks OpenAI's `/v1/moderations`. A text with `forbidden` is flagged; one with `slow`,
 * `broken`, `moved`, `garbage` or `endless` shows what goes wrong with such a server.
 */
export async function startModerationServer(): Promise<ModerationServer> {
  const asked: ModerationServer['asked'] = [];
  const server = createServer((request, response) => void answer(request, response, asked));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/moderations`,
    asked,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  asked: ModerationServer['asked'],
): Promise<void> {
  const body = (await json(request)) as { input: string | string[]; model?: string };
  asked.push({ ...body, key: request.headers.authorization });
  const inputs = [body.input].flat();
  const all = inputs.join('\n');
  if (all.includes('slow')) return;
  if (all.includes('broken')) return void response.writeHead(500).end(all);
  if (all.includes('moved')) return void response.writeHead(307, { location: '/else' }).end();
  response.writeHead(200, { 'content-type': 'application/json' });
  if (all.includes('garbage')) return void response.end('{"results": [');
  if (all.includes('endless')) return void response.end(JSON.stringify(' '.repeat(1_000_000)));
  response.end(JSON.stringify({ id: 'modr-1', model: body.model, results: inputs.map(resultOf) }));
}

function resultOf(input: string): unknown {
  const flagged = input.includes('forbidden');
  const categories = {
    harassment: false,
    'violence/graphic': flagged,
    [`not a name ${input.slice(0, 20)}`]: flagged,
  };
  return { flagged, categories, category_scores: {} };
}
