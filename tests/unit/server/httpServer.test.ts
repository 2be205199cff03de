import { getDefaultResultOrder, setDefaultResultOrder } from 'node:dns';
import { once } from 'node:events';
import { Agent, type IncomingMessage, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
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

it('listens on 127.0.0.1 for localhost, also where this name leads to ::1', async () => {
  const order = getDefaultResultOrder();
  setDefaultResultOrder('ipv6first');
  onTestFinished(() => setDefaultResultOrder(order));
  const server = await startHttpServer('localhost', 0);
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
  await server.close(0);
});

it.each([
  [['host: a.example'], 200],
  [['host: a.example', 'Host: a.example'], 400],
  [['HOST: a.example', 'x-forwarded-for: 1.2.3.4', 'host: b.example'], 400],
  [[], 400],
])('answers a request with the headers %j with status %i', async (headers, status) => {
  const server = await startHttpServer('127.0.0.1', 0);
  server.handleWith(() => new Response('here'));
  const socket = connect(server.port, '127.0.0.1');
  socket.write(['GET / HTTP/1.1', ...headers, 'connection: close', '', ''].join('\r\n'));
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
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
