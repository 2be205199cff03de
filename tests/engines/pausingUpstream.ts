import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { openaiFrames, readChatRequest } from '#server/gateways/models/sandboxOpenai.ts';

export type PausingUpstream = { url: string; close(): Promise<void> };

const pauseMark = /\[pause (\w+)\]/;

/** Returns a question whose answer pauses between its two halves, until `resumeAnswer` names the pause. */
export function questionWithPause(first: string, pause: string, second: string): string {
  return `${first} [pause ${pause}] ${second}`;
}

/** Lets the upstream send the second half of an answer. */
export async function resumeAnswer(upstream: string, pause: string): Promise<void> {
  const { ok } = await fetch(new URL(`/resume/${pause}`, upstream));
  if (!ok) throw new Error(`No answer pauses at ${pause}`);
}

/** Starts a model provider that repeats the question, with pauses that tests end. */
export async function startPausingUpstream(): Promise<PausingUpstream> {
  const pauses = new Map<string, () => void>();
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      if (request.method !== 'POST') {
        const resume = pauses.get(request.url?.split('/').at(-1) ?? '');
        resume?.();
        return response.writeHead(resume === undefined ? 404 : 200).end();
      }
      const question = readChatRequest(JSON.parse(body));
      if (!question) return response.writeHead(400).end();
      const frames = openaiFrames(question, () => ({}));
      const [first = '', pause, second = ''] = question.text.split(pauseMark);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(frames.open() + frames.text(first));
      if (pause !== undefined) await new Promise<void>((resolve) => pauses.set(pause, resolve));
      return response.end(frames.text(second) + frames.finish('stop', undefined) + frames.end());
    });
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
