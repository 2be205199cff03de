import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { microseconds, stampedToken } from './clock.ts';
import { type Pace, paceIn } from './pace.ts';

/**
 * A model provider that speaks OpenAI's chat completions and answers at the pace that the question names; each token
 * carries the moment at which it was sent. Run as a program; prints `listening on <port>`.
 */
const server = createServer((request, response) => {
  void text(request).then((body) => answer(response, paceIn(body)));
});
// Longer than any pause between two runs: a connection that ends while it is used again would count as lost.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', 4_096, () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});
process.once('disconnect', () => process.exit(0));

function answer(response: ServerResponse, pace: Pace): void {
  const begun = microseconds();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  let sent = 0;
  const next = () => {
    if (response.destroyed) return;
    if (sent === pace.tokens) {
      response.end(`${chunk({}, 'stop')}${usage(sent)}data: [DONE]\n\n`);
      return;
    }
    response.write(chunk({ content: stampedToken() }));
    sent += 1;
    const due = pace.first + sent * pace.every - (microseconds() - begun) / 1_000;
    setTimeout(next, Math.max(0, due));
  };
  setTimeout(next, pace.first);
}

function chunk(delta: object, reason: string | null = null): string {
  return frame([{ index: 0, delta, logprobs: null, finish_reason: reason }], null);
}

function usage(tokens: number): string {
  return frame([], { prompt_tokens: 20, completion_tokens: tokens, total_tokens: tokens + 20 });
}

function frame(choices: object[], tokenUsage: object | null): string {
  const more = { created: 1_700_000_000, model: 'bench', system_fingerprint: 'fp_0123456789' };
  const id = 'chatcmpl-ABCDEFGHIJKLMNOPQRSTUVWXYZ012';
  const object = 'chat.completion.chunk';
  return `data: ${JSON.stringify({ id, object, ...more, choices, usage: tokenUsage })}\n\n`;
}
