import { Agent, type IncomingMessage, get } from 'node:http';
import { expect, it } from 'vitest';
import { startHttpServer } from '#server/httpServer.ts';

const agent = new Agent({ keepAlive: true });

const responseOf = (port: number) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, agent }, (response) => resolve(response.resume())).on('error', reject);
  });

it('keeps idle connections longer than a proxy does', async () => {
  const server = await startHttpServer('127.0.0.1', 0);
  const { headers } = await responseOf(server.port);
  expect(headers['keep-alive']).toBe('timeout=75');
  await server.close(0);
});

it('closes a connection soon after its last response when it stops', async () => {
  const server = await startHttpServer('127.0.0.1', 0);
  const isAsked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  server.handleWith(() => {
    isAsked.resolve();
    return answer.promise;
  });
  const response = responseOf(server.port);
  await isAsked.promise;
  const closed = server.close(60);
  answer.resolve(new Response('the last one'));
  expect((await response).statusCode).toBe(200);
  await closed;
}, 15_000);
