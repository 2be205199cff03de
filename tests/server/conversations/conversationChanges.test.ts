import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/services/credits/verify.ts';
import type { ConversationCard } from '#server/services/conversations/listConversations.ts';
import { purgeConversations } from '#server/services/conversations/purgeConversations.ts';
import { ask, creditOf, readAll } from '../../setup/chat.ts';
import { callJson, storeConversation } from '../../setup/conversations.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
});

const path = (id: string) => `/api/chat/conversations/${id}`;
type Deletion = { deleted: string; count: number };
type Listed = { pinned: ConversationCard[]; items: ConversationCard[] };

async function list(cookie: string): Promise<Listed> {
  return (await callJson<Listed>(server, cookie, 'GET', '/api/chat/conversations')).json;
}

function talk(cookie: string, title = 'Talk') {
  return storeConversation(server, cookie, title, [{ text: 'One?' }, { text: 'Two.' }]);
}

describe('changing a conversation', () => {
  it('renames it without moving it, and keeps other fields', async () => {
    const { cookie } = await server.signIn();
    const { id } = await talk(cookie);
    await talk(cookie, 'Newer');
    const before = await list(cookie);
    const { json } = await callJson(server, cookie, 'PATCH', path(id), { title: '  Neuer Titel ' });
    expect(json).toMatchObject({ id, title: 'Neuer Titel', pinned: false });
    const after = await list(cookie);
    expect(after.items.map((card) => card.updated)).toEqual(
      before.items.map((card) => card.updated),
    );
    expect((await callJson(server, cookie, 'PATCH', path(id), {})).json).toEqual(json);
  });

  it('keeps the title that a user gave when the conversation continues', async () => {
    const { cookie } = await server.signIn(10);
    const first = await readAll(await ask(server, cookie, { text: 'sandbox: fast 3' }));
    const conversationId = first.accepted?.conversation_id ?? '';
    await callJson(server, cookie, 'PATCH', path(conversationId), { title: 'Mine' });
    const next = await readAll(
      await ask(server, cookie, { conversationId, text: 'sandbox: fast 4' }),
    );
    expect(next.accepted?.title).toBe('Mine');
  });

  it('is refused to others, for deleted ones, and for messages of other conversations', async () => {
    const { cookie } = await server.signIn();
    const { id } = await talk(cookie);
    const other = await talk(cookie);
    const stranger = await server.signIn();
    const refused = await callJson(server, stranger.cookie, 'PATCH', path(id), { title: 'x' });
    expect(refused).toMatchObject({
      status: 404,
      json: { error: { code: 'unknown_conversation' } },
    });
    const foreign = { leaf_id: other.messageIds[0] };
    expect((await callJson(server, cookie, 'PATCH', path(id), foreign)).status).toBe(404);
    await callJson(server, cookie, 'DELETE', path(id));
    expect((await callJson(server, cookie, 'PATCH', path(id), { title: 'x' })).status).toBe(404);
    expect((await callJson(server, cookie, 'GET', path(id))).status).toBe(404);
  });

  it('shows the branch that goes through a message to its newest end', async () => {
    const { cookie } = await server.signIn();
    const { id, messageIds } = await storeConversation(server, cookie, 'Tree', [
      { text: 'q' },
      { text: 'first answer' },
      { text: 'second answer', role: 'assistant', parent: 0 },
      { text: 'more?', role: 'user', parent: 1 },
      { text: 'yes', role: 'assistant', parent: 3 },
      { text: 'edited', role: 'user', parent: 1 },
      { text: 'to the edited', role: 'assistant', parent: 5 },
    ]);
    const leafAfter = async (place: number) => {
      const change = { leaf_id: messageIds[place] };
      await callJson(server, cookie, 'PATCH', path(id), change);
      const { json } = await callJson<{ leaf_id: string }>(server, cookie, 'GET', path(id));
      return messageIds.indexOf(json.leaf_id);
    };
    expect(await leafAfter(3)).toBe(4);
    expect(await leafAfter(1)).toBe(6);
    expect(await leafAfter(2)).toBe(2);
    expect(await leafAfter(0)).toBe(2);
  });

  it('pins a hundred at most, also when many are pinned at once', async () => {
    const { userId, cookie } = await server.signIn();
    await server.database.query.execute(
      sql`insert into conversation (user_id, title, model, pinned)
        select ${userId}, 'Pinned', 'gpt-4o-mini', now() from generate_series(1, 97)`,
    );
    const made: { id: string }[] = [];
    for (let count = 0; count < 6; count += 1) made.push(await talk(cookie));
    const answers = await Promise.all(
      made.map(({ id }) => callJson(server, cookie, 'PATCH', path(id), { pinned: true })),
    );
    const count = (requested: number) =>
      answers.filter(({ status }) => status === requested).length;
    expect([count(200), count(409)]).toEqual([3, 3]);
    const { pinned, items } = await list(cookie);
    expect([pinned.length, items.length]).toEqual([100, 3]);
    const [first] = pinned;
    await callJson(server, cookie, 'PATCH', path(first?.id ?? ''), { pinned: false });
    expect((await list(cookie)).pinned).toHaveLength(99);
  });
});

describe('deleting', () => {
  it('is undone by its time, and returns the same when it is repeated', async () => {
    const { cookie } = await server.signIn();
    const { id } = await talk(cookie);
    const kept = await talk(cookie);
    const { json } = await callJson<Deletion>(server, cookie, 'DELETE', path(id));
    expect(json.count).toBe(1);
    expect((await callJson(server, cookie, 'DELETE', path(id))).json).toEqual(json);
    expect((await list(cookie)).items.map((card) => card.id)).toEqual([kept.id]);
    const restore = () =>
      callJson(server, cookie, 'POST', '/api/chat/conversations/restore', {
        deleted: json.deleted,
      });
    expect((await restore()).json).toEqual({ count: 1 });
    expect((await restore()).json).toEqual({ count: 0 });
    expect((await list(cookie)).items).toHaveLength(2);
    expect((await callJson(server, cookie, 'DELETE', path(randomUUID()))).status).toBe(404);
  });

  it('of everything restores exactly the deleted ones, and none of other users', async () => {
    const { cookie } = await server.signIn();
    const stranger = await server.signIn();
    const early = await talk(cookie);
    for (const who of [cookie, cookie, stranger.cookie]) await talk(who);
    await callJson(server, cookie, 'DELETE', path(early.id));
    const all = await callJson<Deletion>(server, cookie, 'DELETE', '/api/chat/conversations');
    expect(all.json.count).toBe(2);
    expect(await list(cookie)).toEqual({ pinned: [], items: [] });
    const restore = (who: string) =>
      callJson(server, who, 'POST', '/api/chat/conversations/restore', {
        deleted: all.json.deleted,
      });
    expect((await restore(stranger.cookie)).json).toEqual({ count: 0 });
    expect((await restore(cookie)).json).toEqual({ count: 2 });
    expect((await list(stranger.cookie)).items).toHaveLength(1);
  });

  it('stops a running answer, keeps its text, and closes its hold', async () => {
    const { cookie } = await server.signIn(10);
    const response = await ask(server, cookie, { text: 'sandbox: pause 30000' });
    let deletion: Deletion | undefined;
    const reading = readAll(response, ({ text, accepted }) => {
      if (text !== '' && deletion === undefined) {
        deletion = { deleted: '', count: 0 };
        void callJson<Deletion>(
          server,
          cookie,
          'DELETE',
          path(accepted?.conversation_id ?? ''),
        ).then(({ json }) => (deletion = json));
      }
      return false;
    });
    const { end, text } = await reading;
    expect(end).toMatchObject({ state: 'stopped', charged: 1 });
    expect(await creditOf(server, cookie)).toEqual({ credit: 9, held: 0 });
    const restored = await callJson<{ count: number }>(
      server,
      cookie,
      'POST',
      '/api/chat/conversations/restore',
      { deleted: deletion?.deleted },
    );
    expect(restored.json.count).toBe(1);
    const [card] = (await list(cookie)).items;
    const found = await callJson<{ messages: { text: string }[] }>(
      server,
      cookie,
      'GET',
      path(card?.id ?? ''),
    );
    expect(found.json.messages.at(-1)?.text).toBe(text);
  });

  it('is final after 30 days, but never while an answer runs', async () => {
    const { userId, cookie } = await server.signIn(10);
    const old = await talk(cookie, 'Old');
    const running = await talk(cookie, 'Running');
    const fresh = await talk(cookie, 'Fresh');
    for (const { id } of [old, running, fresh]) await callJson(server, cookie, 'DELETE', path(id));
    await server.database.query.execute(
      sql`update conversation set deleted = now() - interval '30 days 1 minute' where id in (${old.id}, ${running.id})`,
    );
    await server.database.query.execute(
      sql`insert into answer (user_id, request_id, request_digest, conversation_id, question_id, message_id, model, price, owner_id)
        values (${userId}, gen_random_uuid(), '', ${running.id}, ${running.messageIds[0]}, ${running.messageIds[1]}, 'gpt-4o-mini', 0, gen_random_uuid())`,
    );
    const ids = async () => {
      const { rows } = await server.database.query.execute<{ id: string }>(
        sql`select id from conversation where user_id = ${userId}`,
      );
      return rows.map(({ id }) => id).toSorted();
    };
    const [one, other] = await Promise.all([
      purgeConversations(server.database),
      purgeConversations(server.database),
    ]);
    expect(one + other).toBe(1);
    expect(await ids()).toEqual([running.id, fresh.id].toSorted());
    // Too late, although it is still there.
    const { rows } = await server.database.query.execute<{ deleted: string }>(
      sql`select to_char(deleted at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as deleted
        from conversation where id = ${running.id}`,
    );
    const late = { deleted: rows[0]?.deleted };
    const restored = await callJson(
      server,
      cookie,
      'POST',
      '/api/chat/conversations/restore',
      late,
    );
    expect(restored.json).toEqual({ count: 0 });
    await server.database.query.execute(
      sql`delete from answer where conversation_id = ${running.id}`,
    );
    expect(await purgeConversations(server.database)).toBe(1);
    const words = await server.database.query.execute(
      sql`select from conversation_search where conversation_id in (${old.id}, ${running.id})`,
    );
    expect(words.rowCount).toBe(0);
  });
});
