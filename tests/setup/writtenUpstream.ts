import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { openaiFrames, readChatRequest } from '#server/gateways/models/sandboxOpenai.ts';

export type WrittenUpstream = { baseUrl: string; answer: string; close(): void };

/** A model provider that answers every question with `answer`, in small pieces, if it is asked with the key. */
export async function startWrittenUpstream(key?: string): Promise<WrittenUpstream> {
  const server: Server = createServer((request, response) => {
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
      const error = { type: 'authentication_error', message: 'Incorrect API key provided' };
      response.writeHead(401, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ error }));
    }
    return void text(request).then((body) => {
      const question = request.method === 'POST' ? readChatRequest(JSON.parse(body)) : undefined;
      if (!question) return response.end('{"data":[]}');
      const frames = openaiFrames(question, () => ({}));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(frames.open());
      for (const part of upstream.answer.match(/[^]{1,5}/g) ?? []) {
        response.write(frames.text(part));
      }
      return response.end(frames.finish('stop', undefined) + frames.end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const upstream: WrittenUpstream = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    answer: '',
    close: () => void server.close(),
  };
  return upstream;
}
