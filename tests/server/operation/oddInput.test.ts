import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, readAll } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ cookie } = await server.signIn(10));
});

afterAll(() => server.close());

describe('input that no page of this site sends', () => {
  it.for([
    ['/api/gpts?query=%00', 200],
    ['/api/gpts?category=%00', 200],
    ['/api/gpts?lang=%00', 200],
    ['/api/gpts?ids=%2500', 200],
    ['/api/gpts?query=%ff', 200],
    ['/api/gpts/%00', 400],
    ['/api/gpts/%ed%a0%80', 404],
    ['/api/chat/conversations?before=0000-01-01T00:00:00Z', 400],
    ['/api/chat/conversations?before=9999-12-31T23:59:59Z', 200],
    ['/api/chat/conversations/x', 400],
    [`/api/chat/conversations/${randomUUID()}`, 404],
    ['/api/chat/answers/x/events', 400],
    [`/api/chat/answers/${randomUUID()}/events`, 404],
    ['/api/account/ledger?before=999999999999999999', 200],
    ['/api/gpts/rank/weekly?time=%00', 404],
    ['/api/gpts/rank/weekly?current_time=0000-01-01', 400],
    ['/api/gpts/rank/weekly?current_time=0001-01-01', 200],
    ['/api/gpts/collection?page=99999', 200],
  ] as const)('is answered with a status of its own: %s', async ([path, status]) => {
    const response = await server.fetch(path, { cookie });
    expect([response.status, await response.text()]).toEqual([status, expect.any(String)]);
  });

  it.for(['PUT', 'DELETE'])('names no GPT: %s', async (method) => {
    const response = await server.fetch('/api/gpts/collection/%00', { method, cookie });
    expect(response.status).toBe(400);
  });

  it('is a GPT of characters that cannot be stored', async () => {
    const response = await ask(server, cookie, { target: { gpt: '\0' }, text: 'x' });
    expect(response.status).toBe(400);
  });

  it('is an id in capitals, which is the same id', async () => {
    const begun = await readAll(
      await ask(server, cookie, { text: 'sandbox: long 2000' }),
      ({ text }) => text !== '',
    );
    const { answer_id: id = '', conversation_id: conversation = '' } = begun.accepted ?? {};
    const conversationId = conversation.toUpperCase();
    const second = await ask(server, cookie, { conversationId, text: 'sandbox: fast 2' });
    expect(second.status).toBe(409);
    const path = `/api/chat/answers/${id.toUpperCase()}`;
    await server.fetch(`${path}/stop`, { method: 'POST', cookie });
    const { end } = await readAll(await server.fetch(`${path}/events`, { cookie }));
    expect(end?.state).toBe('stopped');
  });

  it('is a body that has no end', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(' '.repeat(64_000))),
    });
    const response = await server
      .fetch('/api/chat/questions', {
        method: 'POST',
        cookie,
        body,
        duplex: 'half',
      } as RequestInit & { cookie: string })
      .catch(() => undefined);
    expect(response?.status ?? 413).toBe(413);
  });
});
