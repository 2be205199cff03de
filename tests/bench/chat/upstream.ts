import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type Pace, paceIn, tokensOf } from './pace.ts';

export type Upstream = { url: string; close(): void };

/** A model provider that speaks OpenAI's chat completions and answers at the pace that the question names. */
export async function startUpstream(port = 0): Promise<Upstream> {
  const server = createServer((request, response) => {
    void text(request).then((body) => answer(response, paceIn(lastQuestion(body))));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}/v1`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(response: ServerResponse, { first, tokens, every }: Pace): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  const begun = performance.now();
  let sent = 0;
  for (const token of tokensOf(tokens)) {
    const wait = first + sent * every - (performance.now() - begun);
    if (wait > 1) await pause(wait);
    if (response.destroyed) return;
    response.write(chunk({ content: token }, null));
    sent += 1;
  }
  response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
}

function chunk(delta: object, finish: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const known = { id: 'bench', object: 'chat.completion.chunk', created: 0, model: 'bench' };
  return `data: ${JSON.stringify({ ...known, choices })}\n\n`;
}

function lastQuestion(body: string): string {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: unknown }[] };
  return JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content ?? '');
}
