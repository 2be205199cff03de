import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { openaiFrames, readChatRequest } from '#server/gateways/models/sandboxOpenai.ts';

/** An error response, or, without a status, an error in a stream that began with 200. */
export type Refusal = { status?: number; body?: unknown };

export type AccountServer = {
  /** Its address for each provider, without a path of the provider's API. */
  urlOf(provider: string): string;
  /**
   * The response of a provider, or of a key (`keys`), until the entry is removed; else it answers questions and finds
   * nothing.
   */
  refusals: Map<string, Refusal>;
  /** The providers that were asked so far, in order. */
  asked: string[];
  /** The keys that they were asked with. */
  keys: string[];
  close(): Promise<void>;
};

/** A real HTTP server in the place of several providers, which refuse our account as real ones do. */
export async function startAccountServer(): Promise<AccountServer> {
  const refusals: AccountServer['refusals'] = new Map();
  const asked: string[] = [];
  const keys: string[] = [];
  const server = createServer((request, response) => {
    const provider = request.url?.split('/')[1] ?? '';
    asked.push(provider);
    const key = keyIn(request);
    keys.push(key);
    const refusal = refusals.get(key) ?? refusals.get(provider);
    if (refusal) refuse(response, refusal);
    else void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    urlOf: (provider) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${provider}`,
    refusals,
    asked,
    keys,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function keyIn({ headers }: IncomingMessage): string {
  const named = headers['x-api-key'] ?? headers['x-subscription-token'] ?? headers.authorization;
  return String(named ?? '').replace('Bearer ', '');
}

function refuse(response: ServerResponse, { status, body = '' }: Refusal): void {
  if (status === undefined) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(body)}\n\n`);
    return;
  }
  response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const question = request.method === 'POST' ? readChatRequest(await json(request)) : undefined;
  if (!question) return void response.end('{"results":[]}');
  const frames = openaiFrames(question, () => ({}));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const text = frames.open() + frames.text('Hello.') + frames.finish('stop', undefined);
  response.end(text + frames.end());
}
