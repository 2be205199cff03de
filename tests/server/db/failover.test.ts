import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderConfig } from '#server/providerConfig.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { ask, creditOf, readAll } from '../../setup/chat.ts';
import { deltas } from '../../setup/receivedAnswer.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type FakeUpstream, startUpstream } from '../../setup/upstreams.ts';

const word = 'data: {"choices":[{"index":0,"delta":{"content":"Well, "}}]}\n\n';
const lastWord =
  'data: {"choices":[{"index":0,"delta":{"content":"yes."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

/** The behaviour of the first upstream; its connection is used once, so that each case begins fresh. */
const faults: Readonly<Record<string, RequestListener>> = {
  'answers with 401': (_, response) => void response.writeHead(401).end(),
  'answers with 429': (_, response) => void response.writeHead(429, { 'retry-after': '60' }).end(),
  'has no quota left': (_, response) =>
    void response.writeHead(429).end('{"error":{"code":"insufficient_quota"}}'),
  'answers with 500': (_, response) => void response.writeHead(500).end(),
  'breaks off before any header': (request) => void request.socket.destroy(),
  'breaks off before the first token': (request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    request.socket.destroySoon();
  },
  'answers with a page': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in to this network</p>');
  },
};

let first: Server;
let behave: RequestListener;
let second: FakeUpstream;
let server: TestServer;

beforeAll(async () => {
  first = createServer((request, response) => behave(request, response));
  first.listen(0, '127.0.0.1');
  await once(first, 'listening');
  second = await startUpstream('compatible');
  const baseUrl = `http://127.0.0.1:${(first.address() as AddressInfo).port}/v1`;
  const own: ProviderConfig = { name: 'openai', apiKey: 'key', baseUrl, model: undefined };
  const providers = [own, second.config];
  server = await startTestServer({ config: { providers, firstTokenSeconds: 3 } });
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
  await second.close();
  first.closeAllConnections();
  first.close();
});

let cookie: string;
let askedBefore: number;

beforeEach(async () => {
  ({ cookie } = await server.signIn(10));
  await server.platform.accounts.reopen('openai');
  askedBefore = second.asked();
});

async function answerOf(text: string) {
  const reading = await readAll(await ask(server, cookie, { text }));
  const { rows } = await server.database.query.execute(
    sql`select upstream, first_text is not null as "hasText" from answer where id = ${reading.accepted?.answer_id}`,
  );
  return { ...reading, stored: rows[0], asked: second.asked() - askedBefore };
}

describe('a model with two upstreams', () => {
  it.each(Object.entries(faults))(
    'is answered by the second one, at its price, when the first one %s',
    async (_, fault) => {
      behave = fault;
      const { text, end, stored, asked } = await answerOf('sandbox: fast 3');
      expect(text).toBe(deltas(3));
      expect(end).toMatchObject({ state: 'finished', charged: 1 });
      expect(stored).toEqual({ upstream: 'compatible/gpt-4o-mini', hasText: true });
      expect(asked).toBe(1);
      expect(await creditOf(server, cookie)).toEqual({ credit: 9, held: 0 });
    },
  );

  it('keeps the text of the first one, and asks no other, after the first word', async () => {
    behave = (request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(word);
      request.socket.destroySoon();
    };
    const { text, end, stored, asked } = await answerOf('sandbox: fast 3');
    expect(text).toBe('Well, ');
    expect(end).toMatchObject({ state: 'failed', reason: 'upstream_cut', charged: 0 });
    expect(stored).toEqual({ upstream: 'openai/gpt-4o-mini', hasText: true });
    expect(asked).toBe(0);
  });

  it('does not ask another one after a content filter', async () => {
    behave = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        'data: {"choices":[{"index":0,"delta":{},"finish_reason":"content_filter"}]}\n\n',
      );
    };
    const { end, asked } = await answerOf('sandbox: fast 3');
    expect(end).toMatchObject({ state: 'failed', reason: 'filtered', charged: 0 });
    expect(asked).toBe(0);
  });

  it('fails with the reason of the last one when both fail, and costs nothing', async () => {
    behave = (_, response) => void response.writeHead(500).end();
    const { end, stored } = await answerOf('sandbox: fail 429');
    expect(end).toMatchObject({ state: 'failed', reason: 'upstream_busy', charged: 0 });
    expect(stored).toEqual({ upstream: 'compatible/gpt-4o-mini', hasText: false });
    expect(await creditOf(server, cookie)).toEqual({ credit: 10, held: 0 });
  });

  it('is answered by the second one when the first one is silent', async () => {
    behave = () => undefined;
    const { end, stored, asked } = await answerOf('sandbox: fast 3');
    expect(end).toMatchObject({ state: 'finished', charged: 1 });
    expect(stored).toEqual({ upstream: 'compatible/gpt-4o-mini', hasText: true });
    expect(asked).toBe(1);
  });

  it('is answered by the first one when that begins just in time', async () => {
    behave = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      setTimeout(() => response.end(`${word}${lastWord}`), 2_000);
    };
    const { text, end, stored, asked } = await answerOf('sandbox: fast 3');
    expect(text).toBe('Well, yes.');
    expect(end).toMatchObject({ state: 'finished', charged: 1 });
    expect(stored).toEqual({ upstream: 'openai/gpt-4o-mini', hasText: true });
    expect(asked).toBe(0);
  });

  it('fails with the silence of the last one when both are silent', async () => {
    behave = () => undefined;
    const { end, stored } = await answerOf('sandbox: slow-headers');
    expect(end).toMatchObject({ state: 'failed', reason: 'first_token_timeout', charged: 0 });
    expect(stored).toEqual({ upstream: 'compatible/gpt-4o-mini', hasText: false });
    expect(await creditOf(server, cookie)).toEqual({ credit: 10, held: 0 });
  });
});
