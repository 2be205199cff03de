import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countVotes } from '#server/db/queries/votes.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { callJson } from '../../setup/conversations.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

type Loaded = { messages: { answer: { vote: string | null } | null }[] };

it('a vote is changed, withdrawn, kept without its conversation, and nobody else’s', async () => {
  const { cookie } = await server.signIn(10);
  const stranger = await server.signIn(10);
  const { accepted } = await readAll(await ask(server, cookie, { text: 'sandbox: fast 1' }));
  const put = async (who: string, vote: string | null, id = accepted?.answer_id) =>
    (await callJson(server, who, 'PUT', `/api/chat/answers/${id}/vote`, { vote })).status;
  const conversation = `/api/chat/conversations/${accepted?.conversation_id}`;
  const stored = async () => {
    const { json } = await callJson<Loaded>(server, cookie, 'GET', conversation);
    return json.messages.at(-1)?.answer?.vote;
  };
  expect(await stored()).toBeNull();
  expect(await put(cookie, 'up')).toBe(200);
  expect(await put(cookie, 'down')).toBe(200);
  expect(await stored()).toBe('down');
  expect(await put(stranger.cookie, 'up')).toBe(404);
  expect(await put(stranger.cookie, null)).toBe(200);
  expect(await put(cookie, 'up', randomUUID())).toBe(404);
  expect(await put(cookie, 'best')).toBe(400);
  const counts = { group: 'model', name: 'gpt-4o-mini', up: 0, down: 1 };
  await callJson(server, cookie, 'DELETE', conversation);
  await callJson(server, cookie, 'DELETE', '/api/chat/deleted');
  expect(await countVotes(server.database.query, 7)).toEqual([counts]);
  expect(await put(cookie, null)).toBe(200);
  expect(await countVotes(server.database.query, 7)).toEqual([]);
});

it('votes are refused while the answer runs', async () => {
  const { cookie } = await server.signIn(10);
  const response = await ask(server, cookie, { text: 'sandbox: pause 1000' });
  let status = 0;
  await readAll(response, ({ accepted, text }) => {
    if (text !== '' && status === 0) {
      status = 1;
      const path = `/api/chat/answers/${accepted?.answer_id}/vote`;
      void callJson(server, cookie, 'PUT', path, { vote: 'up' }).then(
        (put) => (status = put.status),
      );
    }
    return false;
  });
  expect(status).toBe(404);
});
