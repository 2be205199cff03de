import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpt } from '#server/db/schema/gpts.ts';
import { ask, creditOf, readAll } from '../../setup/chat.ts';
import { breadConversation, chatGptConversation } from '../../fixtures/chatGptExport.ts';
import {
  damagedZip,
  deflatedFile,
  deflatedZip,
  streamedZip,
  writeZip,
  zipBomb,
} from '../../fixtures/zips.ts';
import { exportOf } from '../../fixtures/conversationExport.ts';
import {
  callJson,
  importFile,
  importInto,
  readConversations,
  treeOf,
} from '../../setup/conversations.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.database.query.insert(gpt).values([
    { id: 'g-baker', name: 'Baker' },
    { id: 'g-private', name: 'Private', visibility: 'private' },
  ]);
});

afterAll(() => server.close());

describe('an import', () => {
  it('of ChatGPT’s export keeps branches, times and visible messages, without hidden ones', async () => {
    const { cookie } = await server.signIn(10);
    expect(await importInto(server, cookie, [breadConversation])).toEqual({
      imported: 1,
      unchanged: 0,
      shortened: 0,
      long_count: 0,
      long: [],
      left_out: [
        { kind: 'hidden', count: 1 },
        { kind: 'thoughts', count: 1 },
        { kind: 'references', count: 1 },
      ],
      unread: null,
      rejected_count: 0,
      rejected: [],
    });
    const [found] = await readConversations(server, cookie);
    const question = '[image]\n\nHow much water for this flour?\n\n[flour.jpg]';
    const answer = '```python\nprint(500 * 0.7)\n```\n\n```\n350.0\n```\n\nTake **350 g**.';
    expect(found && treeOf(found)).toEqual({
      leaf: '10 g',
      tree: [
        ['user', question, undefined],
        ['assistant', answer, question],
        ['assistant', 'About 340 g.', question],
        ['user', 'And salt?', answer],
        ['assistant', '10 g', 'And salt?'],
        ['user', 'And sugar?', answer],
        ['assistant', 'None', 'And sugar?'],
      ],
    });
    expect(found).toMatchObject({
      title: 'Baking bread',
      target: { model: 'gpt-4o-mini' },
      created: '2026-01-02T03:04:05.250Z',
      updated: '2026-01-02T04:04:05.250000Z',
    });
    expect(found?.messages.every((message) => message.answer === null)).toBe(true);
    expect(await creditOf(server, cookie)).toEqual({ credit: 10, held: 0 });
    // It continues like any other.
    const next = await readAll(
      await ask(server, cookie, { conversationId: found?.id, text: 'sandbox: fast 3' }),
    );
    expect(next.end?.state).toBe('finished');
  });

  it('takes the downloaded ZIP and its parts, in any packing', async () => {
    const other = { ...breadConversation, conversation_id: 'other', title: 'Part two' };
    const content = JSON.stringify([breadConversation]);
    const zip = writeZip([
      deflatedFile('chat.html', '<html></html>'.repeat(1_000)),
      deflatedFile('shared_conversations.json', '[{"title":"not me"}]'),
      deflatedFile('export/conversations-000.json', content),
      { name: 'export/conversations-001.json', packed: Buffer.from(JSON.stringify([other])) },
    ]);
    const { cookie } = await server.signIn();
    expect(await importInto(server, cookie, zip)).toEqual({
      imported: 2,
      unchanged: 0,
      shortened: 0,
      long_count: 0,
      long: [],
      left_out: [
        { kind: 'hidden', count: 2 },
        { kind: 'thoughts', count: 2 },
        { kind: 'references', count: 2 },
      ],
      unread: null,
      rejected_count: 0,
      rejected: [],
    });
    const streamed = await streamedZip({ 'user.json': '{}', 'conversations.json': content });
    expect(await importInto(server, cookie, streamed)).toEqual({
      imported: 0,
      unchanged: 1,
      shortened: 0,
      long_count: 0,
      long: [],
      left_out: [],
      unread: null,
      rejected_count: 0,
      rejected: [],
    });
  });

  it('chooses the model or GPT if it exists here, else the default one', async () => {
    const { cookie } = await server.signIn();
    const withTarget = (id: string, more: object) => ({
      ...breadConversation,
      conversation_id: id,
      ...more,
    });
    await importInto(server, cookie, [
      withTarget('1', { title: 'known', default_model_slug: 'gpt-4-turbo' }),
      withTarget('2', { title: 'unknown', default_model_slug: 'o9-ultra' }),
      withTarget('3', { title: 'gpt', gizmo_id: 'g-baker' }),
      withTarget('4', { title: 'private', gizmo_id: 'g-private' }),
      withTarget('5', { title: 'picture', default_model_slug: 'dall-e-3' }),
    ]);
    const targets = Object.fromEntries(
      (await readConversations(server, cookie)).map(({ title, target }) => [title, target]),
    );
    expect(targets).toEqual({
      known: { model: 'gpt-4-turbo' },
      unknown: { model: 'gpt-4o-mini' },
      gpt: { gpt: 'g-baker' },
      private: { model: 'gpt-4o-mini' },
      picture: { model: 'gpt-4o-mini' },
    });
  });

  it('of more messages than a question includes reports it, and so does each question to it', async () => {
    const { cookie } = await server.signIn(10);
    const all = Array.from({ length: 1_200 }, (_, place) => ({
      id: `${place}`,
      parent_id: place === 0 ? null : `${place - 1}`,
      role: place % 2 === 0 ? 'user' : 'assistant',
      text: `${place}`,
    }));
    const short = { id: 'short', title: 'Short', messages: all.slice(0, 1_000) };
    const long = { id: 'long', title: 'Long', messages: all };
    expect(await importInto(server, cookie, exportOf([short, long]))).toEqual({
      imported: 2,
      unchanged: 0,
      left_out: [],
      shortened: 0,
      long_count: 1,
      long: [{ title: 'Long', messages: 1_200, sent: 1_000 }],
      unread: null,
      rejected_count: 0,
      rejected: [],
    });
    const found = await readConversations(server, cookie);
    for (const [title, dropped] of [
      ['Short', 0],
      ['Long', 200],
    ] as const) {
      const id = found.find((one) => one.title === title)?.id;
      const { accepted } = await readAll(
        await ask(server, cookie, { conversationId: id, text: 'sandbox: fast 3' }),
      );
      expect(accepted?.dropped_turns).toBe(dropped);
      const path = `/api/chat/conversations/${id}?newest=1`;
      const stored: unknown = await (await server.fetch(path, { cookie })).json();
      expect(stored).toMatchObject({ messages: [{ answer: { dropped_turns: dropped } }] });
    }
  });

  it('takes readable conversations and names the reason for the others', async () => {
    const { cookie } = await server.signIn();
    const report = await importInto(server, cookie, [
      { title: 'No mapping' },
      'text',
      null,
      { ...breadConversation, mapping: {}, title: 'Empty', conversation_id: 'empty' },
      chatGptConversation(
        {
          a: { parent: 'b', role: 'user', parts: ['x'] },
          b: { parent: 'a', role: 'assistant', parts: ['y'] },
        },
        { title: 'Circle', conversation_id: 'circle' },
      ),
      {
        ...breadConversation,
        title: '',
        create_time: null,
        update_time: 'x',
        conversation_id: 'odd',
      },
      {
        ...breadConversation,
        create_time: 1e300,
        conversation_id: 'future',
        title: 'a\u0000b\ud800',
      },
    ]);
    expect(report).toMatchObject({ imported: 2, unchanged: 0, shortened: 0 });
    expect(report.rejected).toEqual([
      { title: 'No mapping', line: null, reason: 'unknown_form' },
      { title: '', line: null, reason: 'unknown_form' },
      { title: '', line: null, reason: 'unknown_form' },
      { title: 'Empty', line: null, reason: 'no_messages' },
      { title: 'Circle', line: null, reason: 'no_messages' },
    ]);
    const titles = (await readConversations(server, cookie)).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['[image]', 'ab\ufffd'].toSorted());
  });

  it.each([
    ['nothing', '', 'invalid_input'],
    ['text', 'hello', 'invalid_input'],
    ['another JSON', '{"a":1}', 'invalid_input'],
    ['a gzipped file', gzipSync('[]'), 'invalid_input'],
    ['a ZIP of other things', deflatedZip({ 'a.txt': 'a' }), 'invalid_input'],
    [
      'half a ZIP',
      deflatedZip({ 'conversations.json': JSON.stringify([breadConversation]) }).slice(0, 200),
      'invalid_input',
    ],
    ['a damaged ZIP', damagedZip(), 'invalid_input'],
  ])('refuses %s', async (_, body, code) => {
    const { cookie } = await server.signIn();
    const response = await importFile(server, cookie, body as string);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  it('refuses a ZIP that unpacks to very much, without unpacking it', async () => {
    const { cookie } = await server.signIn();
    const bomb = zipBomb(40);
    expect(bomb.length).toBeLessThan(100_000);
    const refused = await importFile(server, cookie, bomb);
    expect([refused.status, await refused.json()]).toMatchObject([
      413,
      { error: { code: 'too_large' } },
    ]);
  });

  it('refuses more than 100 MB before the upload', async () => {
    const { cookie } = await server.signIn();
    const url = new URL('/api/chat/import', server.url);
    const headers = { origin: server.url, cookie, 'content-length': '100000001' };
    const asked = request(url, { method: 'POST', agent: false, headers });
    asked.flushHeaders();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    asked.on('error', () => undefined).destroy();
  });

  it('of the same file at once stores every conversation once, and restores deleted ones', async () => {
    const { cookie, userId } = await server.signIn();
    const files = Array.from({ length: 4 }, () =>
      importFile(server, cookie, JSON.stringify([breadConversation])),
    );
    const statuses = (await Promise.all(files)).map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(await readConversations(server, cookie)).toHaveLength(1);
    await callJson(server, cookie, 'DELETE', '/api/chat/conversations');
    expect(await importInto(server, cookie, [breadConversation])).toMatchObject({ imported: 1 });
    expect(await readConversations(server, cookie)).toHaveLength(1);
    const { rows } = await server.database.query.execute<{ count: number }>(
      sql`select count(*)::int as count from conversation where user_id = ${userId}`,
    );
    expect(rows[0]?.count).toBe(1);
  });

  it('needs a signed-in user', async () => {
    expect((await importFile(server, '', '[]')).status).toBe(401);
  });
});
