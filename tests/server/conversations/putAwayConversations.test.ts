import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversationCard } from '#server/services/conversations/listConversations.ts';
import { purgeAllConversations } from '#server/services/conversations/purgeConversations.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { breadConversation } from '../../fixtures/chatGptExport.ts';
import { callJson, importFile, storeConversation } from '../../setup/conversations.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const path = (id: string) => `/api/chat/conversations/${id}`;
type Listed = { pinned: ConversationCard[]; items: ConversationCard[] };

async function list(cookie: string): Promise<Listed> {
  return (await callJson<Listed>(server, cookie, 'GET', '/api/chat/conversations')).json;
}

function talk(cookie: string, title = 'Talk') {
  return storeConversation(server, cookie, title, [{ text: 'One?' }, { text: 'Two.' }]);
}

describe('archiving', () => {
  it('is kept by an export and its import, and by one of ChatGPT', async () => {
    const { cookie } = await server.signIn();
    const { id } = await talk(cookie, 'Archived');
    await talk(cookie, 'Listed');
    await callJson(server, cookie, 'PATCH', path(id), { archived: true });
    const exported = await server.fetch('/api/chat/export?format=json', { cookie });
    const other = await server.signIn();
    const bread = { ...breadConversation, title: 'Of ChatGPT', is_archived: true };
    for (const file of [await exported.text(), JSON.stringify([bread])]) {
      await importFile(server, other.cookie, file);
    }
    const titles = async (query: string) => {
      const address = `/api/chat/conversations${query}`;
      const { json } = await callJson<Listed>(server, other.cookie, 'GET', address);
      return json.items.map(({ title }) => title).toSorted();
    };
    expect(await titles('')).toEqual(['Listed']);
    expect(await titles('?archived=true')).toEqual(['Archived', 'Of ChatGPT']);
  });

  it('lists a conversation apart, still found and opened, until a question is asked in it', async () => {
    const { cookie } = await server.signIn(10);
    const asked = await readAll(await ask(server, cookie, { text: 'sandbox: fast 3' }));
    const id = asked.accepted?.conversation_id ?? '';
    await talk(cookie, 'Other');
    const archived = async () => {
      const found = await callJson<Listed>(
        server,
        cookie,
        'GET',
        '/api/chat/conversations?archived=true',
      );
      return found.json.items.map((card) => card.id);
    };
    const listed = async () => (await list(cookie)).items.map((card) => card.title);
    for (const pinned of [true, false]) {
      await callJson(server, cookie, 'PATCH', path(id), { archived: true, pinned });
      expect([await archived(), await listed(), (await list(cookie)).pinned]).toEqual([
        [id],
        ['Other'],
        [],
      ]);
    }
    expect((await callJson(server, cookie, 'GET', path(id))).status).toBe(200);
    const found = await callJson<{ items: { conversation: { id: string } }[] }>(
      server,
      cookie,
      'GET',
      '/api/chat/search?query=fast',
    );
    expect(found.json.items.map(({ conversation }) => conversation.id)).toEqual([id]);
    await readAll(await ask(server, cookie, { conversationId: id, text: 'sandbox: fast 4' }));
    expect([await archived(), (await listed()).length]).toEqual([[], 2]);
    await callJson(server, cookie, 'PATCH', path(id), { archived: true });
    await callJson(server, cookie, 'PATCH', path(id), { archived: false });
    expect(await archived()).toEqual([]);
  });
});

describe('recently deleted conversations', () => {
  type Deleted = { id: string; deleted: string; restorable_until: string };
  const listDeleted = async (cookie: string, query = '') =>
    (await callJson<{ items: Deleted[] }>(server, cookie, 'GET', `/api/chat/deleted${query}`)).json
      .items;

  it('are listed page by page, and restored one by one', async () => {
    const { cookie } = await server.signIn();
    const made = [await talk(cookie), await talk(cookie), await talk(cookie)];
    await callJson(server, cookie, 'DELETE', '/api/chat/conversations');
    const [first] = await listDeleted(cookie, '?size=1');
    const cursor = `&before=${first?.deleted}&after_id=${first?.id}`;
    const rest = await listDeleted(cookie, `?size=2${cursor}`);
    expect([first, ...rest].map((item) => item?.id ?? '').toSorted()).toEqual(
      made.map(({ id }) => id).toSorted(),
    );
    const days =
      (Date.parse(first?.restorable_until ?? '') - Date.parse(first?.deleted ?? '')) / 86_400_000;
    expect(days).toBe(30);
    const restore = () =>
      callJson(server, cookie, 'POST', '/api/chat/conversations/restore', {
        deleted: first?.deleted,
        id: first?.id,
      });
    expect((await restore()).json).toEqual({ count: 1 });
    expect((await restore()).json).toEqual({ count: 0 });
    expect((await list(cookie)).items.map(({ id }) => id)).toEqual([first?.id]);
    expect(await listDeleted(cookie)).toHaveLength(2);
  });

  it('are deleted for good on request, one or all, by nobody else', async () => {
    const { cookie, userId } = await server.signIn();
    const stranger = await server.signIn();
    const [one, kept] = [await talk(cookie), await talk(cookie)];
    for (let count = 0; count < 2; count += 1) await talk(cookie);
    await callJson(server, cookie, 'DELETE', path(one.id));
    const purge = (who: string, id = '') =>
      callJson(server, who, 'DELETE', `/api/chat/deleted${id && `/${id}`}`);
    expect((await purge(stranger.cookie, one.id)).json).toEqual({ count: 0 });
    expect((await purge(cookie, kept.id)).json).toEqual({ count: 0 });
    expect((await purge(cookie, one.id)).json).toEqual({ count: 1 });
    await callJson(server, cookie, 'DELETE', '/api/chat/conversations');
    expect((await purge(cookie)).json).toEqual({ count: 3 });
    const { rowCount } = await server.database.query.execute(
      sql`select from conversation where user_id = ${userId}`,
    );
    expect(rowCount).toBe(0);
  });
});

describe('a temporary conversation', () => {
  it('is in no list, goes on, costs the same, and is deleted for good', async () => {
    const { cookie, userId } = await server.signIn(10);
    const begin = await ask(server, cookie, { text: 'sandbox: fast 2', temporary: true });
    const { accepted, end } = await readAll(begin);
    expect(end?.charged).toBe(1);
    const id = accepted?.conversation_id ?? '';
    await readAll(await ask(server, cookie, { conversationId: id, text: 'sandbox: fast 3' }));
    expect(await list(cookie)).toEqual({ pinned: [], items: [] });
    const found = await callJson(server, cookie, 'GET', '/api/chat/search?query=fast');
    expect(found.json).toMatchObject({ items: [] });
    const exported = await server.fetch('/api/chat/export?format=json', { cookie });
    expect(await exported.json()).toMatchObject({ conversations: [] });
    const shared = await callJson(server, cookie, 'POST', `${path(id)}/shares`);
    expect([shared.status, JSON.stringify(shared.json)]).toEqual([
      409,
      expect.stringContaining('temporary'),
    ]);
    expect((await callJson(server, cookie, 'DELETE', path(id))).status).toBe(200);
    const { rowCount } = await server.database.query.execute(
      sql`select from conversation where user_id = ${userId}`,
    );
    expect(rowCount).toBe(0);
  });

  it('is deleted for good with the sources of AI search', async () => {
    const { cookie } = await server.signIn(10);
    const question = { text: 'Which GPTs draw?', target: { model: 'ai-search' }, temporary: true };
    const { accepted } = await readAll(await ask(server, cookie, question));
    expect(await list(cookie)).toEqual({ pinned: [], items: [] });
    const stored = () =>
      server.database.query.execute(
        sql`select from answer_search where answer_id = ${accepted?.answer_id}`,
      );
    expect((await stored()).rowCount).toBe(1);
    const id = accepted?.conversation_id ?? '';
    expect((await callJson(server, cookie, 'DELETE', path(id))).status).toBe(200);
    expect((await stored()).rowCount).toBe(0);
  });

  it('is deleted by the job a day after its last question', async () => {
    const { cookie, userId } = await server.signIn(10);
    for (const text of ['sandbox: fast 2', 'sandbox: fast 3']) {
      await readAll(await ask(server, cookie, { text, temporary: true }));
    }
    await server.database.query.execute(
      sql`update conversation set updated = now() - interval '25 hours'
        where user_id = ${userId} and title = 'sandbox: fast 2'`,
    );
    await purgeAllConversations(server.database);
    const { rowCount } = await server.database.query.execute(
      sql`select from conversation where user_id = ${userId}`,
    );
    expect(rowCount).toBe(1);
  });
});
