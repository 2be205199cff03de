import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readersPerUser } from '#server/routes/chat/readers.ts';
import { type ChangeStream, followChanges } from '../../setup/changes.ts';
import { ask, errorOf, readAll } from '../../setup/chat.ts';
import { longWait } from '../../setup/longWait.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type FakeUpstream, startUpstream } from '../../setup/upstreams.ts';

let upstream: FakeUpstream;
let server: TestServer;
/** Another server on the same database. */
let other: TestServer;
let cookie: string;
const streams: ChangeStream[] = [];

beforeAll(async () => {
  upstream = await startUpstream('compatible');
  const config = { providers: [upstream.config] };
  server = await startTestServer({ config });
  other = await startTestServer({ config, database: server.database });
});

beforeEach(async () => {
  ({ cookie } = await server.signIn(10));
});

afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

afterAll(async () => {
  await other.close();
  await server.close();
  await upstream.close();
});

async function follow(at: TestServer, by = cookie): Promise<ChangeStream> {
  const stream = await followChanges(at, by);
  streams.push(stream);
  return stream;
}

function change(method: string, path: string, body: object = {}): Promise<Response> {
  return server.fetch(`/api/chat/conversations${path}`, {
    method,
    cookie,
    ...(method !== 'DELETE' && { body: JSON.stringify(body) }),
  });
}

describe('the changes of a user', () => {
  it('reach readers on every server, and no other user', async () => {
    const stranger = await server.signIn(10);
    const here = await follow(server);
    const there = await follow(other);
    const foreign = await follow(server, stranger.cookie);
    const { accepted } = await readAll(await ask(server, cookie, { text: 'sandbox: fast 1' }));
    const { conversation_id: id = '', answer_id: answerId = '' } = accepted ?? {};
    const asked = [`asked ${id} ${answerId}`, `ended ${id} ${answerId}`];
    await expect.poll(() => there.received, { timeout: longWait }).toEqual(asked);
    await change('PATCH', `/${id}`, { title: 'Renamed' });
    await change('PATCH', `/${id}`, { pinned: true });
    await change('PATCH', `/${id}`, { archived: true });
    await change('PATCH', `/${id}`, { leaf_id: accepted?.message_id });
    const deletion = await change('DELETE', `/${id}`);
    const { deleted } = (await deletion.json()) as { deleted: string };
    await change('DELETE', `/${id}`);
    await change('POST', '/restore', { deleted });
    await change('DELETE', '');
    const all = [
      ...asked,
      `changed ${id}`,
      `changed ${id}`,
      `changed ${id}`,
      `deleted ${id}`,
      'changed',
      'deleted',
    ];
    await expect.poll(() => there.received, { timeout: longWait }).toEqual(all);
    await expect.poll(() => here.received, { timeout: longWait }).toEqual(all);
    expect(foreign.received).toEqual([]);
  });

  it('include votes on answers, also withdrawn ones, and no votes of other users', async () => {
    const stranger = await server.signIn(10);
    const { accepted } = await readAll(await ask(server, cookie, { text: 'sandbox: fast 1' }));
    const { conversation_id: id = '', answer_id: answerId = '' } = accepted ?? {};
    const there = await follow(other);
    const foreign = await follow(other, stranger.cookie);
    const put = async (by: string, vote: string | null) => {
      const path = `/api/chat/answers/${answerId}/vote`;
      await server.fetch(path, { method: 'PUT', cookie: by, body: JSON.stringify({ vote }) });
    };
    await put(cookie, 'up');
    await put(stranger.cookie, 'down');
    await put(stranger.cookie, null);
    await put(cookie, null);
    const sent = [`voted ${id} ${answerId} up`, `voted ${id} ${answerId}`];
    // The question and the end of its answer may be told after the first vote.
    const votes = () => there.received.filter((line) => line.startsWith('voted'));
    await expect.poll(votes, { timeout: longWait }).toEqual(sent);
    expect(foreign.received).toEqual([]);
  });

  it('are not sent of temporary conversations, which no other page shows', async () => {
    const there = await follow(other);
    const question = { text: 'sandbox: fast 1' };
    const left = await readAll(await ask(server, cookie, { ...question, temporary: true }));
    await change('DELETE', `/${left.accepted?.conversation_id}`);
    const { accepted } = await readAll(await ask(server, cookie, question));
    const { conversation_id: id = '', answer_id: answerId = '' } = accepted ?? {};
    const sent = [`asked ${id} ${answerId}`, `ended ${id} ${answerId}`];
    await expect.poll(() => there.received, { timeout: longWait }).toEqual(sent);
  });

  it('arrive within two seconds', async () => {
    const there = await follow(other);
    await readAll(await ask(server, cookie, { text: 'sandbox: fast 1' }));
    await expect.poll(() => there.received, { timeout: 2_000 }).toHaveLength(2);
  });

  it('say that some may be missing after the connection between servers was lost', async () => {
    const here = await follow(server);
    await server.database.query.execute(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query = 'listen "chat_change"'`,
    );
    await expect.poll(() => here.received, { timeout: longWait }).toEqual(['missed']);
  });
});

describe('a stream of changes', () => {
  it('needs a session, and ends with it', async () => {
    const visitor = await server.fetch('/api/chat/changes');
    expect(await errorOf(visitor)).toMatchObject({ status: 401, code: 'not_signed_in' });
    const stream = await follow(other);
    await server.fetch('/logout', { cookie });
    await stream.ended;
  });

  it('is refused to a user who reads many of them', async () => {
    for (let count = 0; count < readersPerUser; count += 1) await follow(server);
    const refused = await server.fetch('/api/chat/changes', { cookie });
    expect(await errorOf(refused)).toMatchObject({ status: 429, code: 'too_many_requests' });
    streams[0]?.close();
    await expect
      .poll(async () =>
        follow(server).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  it('does not keep its server from closing', async () => {
    const closing = await startTestServer({ database: server.database });
    const stream = await follow(closing);
    await closing.close();
    await stream.ended;
  });
});
