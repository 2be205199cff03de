import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConversation } from '#contract/conversations/conversations.ts';
import type { ConversationCard } from '#server/services/conversations/listConversations.ts';
import { ask, readAll } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

async function makeConversations(userId: string, count: number): Promise<string[]> {
  const { rows } = await server.database.query.execute<{ id: string }>(
    sql`insert into conversation (user_id, title, model, updated)
      select ${userId}, 'Title ' || n, 'gpt-4o-mini', timestamptz '2026-06-01Z' + n * interval '1 microsecond'
      from generate_series(1, ${count}::int) n returning id`,
  );
  return rows.map(({ id }) => id);
}

describe('conversations', () => {
  it('are listed page by page, each once, for any times of use', async () => {
    const { userId, cookie } = await server.signIn();
    const ids = await makeConversations(userId, 7);
    const seen: string[] = [];
    for (let before = ''; seen.length < 7;) {
      const response = await server.fetch(`/api/chat/conversations?size=2${before}`, { cookie });
      const { items } = (await response.json()) as { items: ConversationCard[] };
      if (items.length === 0) break;
      seen.push(...items.map(({ id }) => id));
      before = `&before=${items.at(-1)?.updated}`;
    }
    expect(seen).toEqual(ids.toReversed());
  });

  it('show whether an answer is being written in them', async () => {
    const { userId, cookie } = await server.signIn(10);
    const [other = ''] = await makeConversations(userId, 1);
    const readRunning = async () => {
      const response = await server.fetch('/api/chat/conversations', { cookie });
      const { items } = (await response.json()) as { items: ConversationCard[] };
      return items.map(({ id, running }) => ({ isOther: id === other, running }));
    };
    const answer = await ask(server, cookie, { text: 'sandbox: long 20' });
    expect(await readRunning()).toEqual([
      { isOther: false, running: true },
      { isOther: true, running: false },
    ]);
    await readAll(answer);
    expect((await readRunning())[0]).toEqual({ isOther: false, running: false });
  });

  it('of many messages show the newest', async () => {
    const { userId, cookie } = await server.signIn();
    const [id] = await makeConversations(userId, 1);
    await server.database.query.execute(
      sql`insert into message (conversation_id, role, text)
        select ${id}, 'user', n::text from generate_series(1, 4100) n`,
    );
    const response = await server.fetch(`/api/chat/conversations/${id}`, { cookie });
    const { messages } = (await response.json()) as { messages: { text: string }[] };
    expect([messages.length, messages[0]?.text, messages.at(-1)?.text]).toEqual([
      4_000,
      '101',
      '4100',
    ]);
  });

  it('show their messages page by page from the end on', async () => {
    const { userId, cookie } = await server.signIn();
    const [id, other] = await makeConversations(userId, 2);
    await server.database.query.execute(
      sql`insert into message (conversation_id, role, text)
        select case n % 2 when 0 then ${id}::uuid else ${other}::uuid end, 'user', n::text
        from generate_series(1, 14) n`,
    );
    const seen: string[][] = [];
    for (let [before, more] = ['', true]; more;) {
      const response = await server.fetch(`/api/chat/conversations/${id}?newest=3${before}`, {
        cookie,
      });
      const { messages, has_older } = getConversation.response.parse(await response.json());
      seen.push(messages.map(({ text }) => text));
      [before, more] = [`&before=${messages[0]?.id}`, has_older];
    }
    expect(seen).toEqual([['10', '12', '14'], ['4', '6', '8'], ['2']]);
  });

  it('have the files of their questions, in their order', async () => {
    const { userId, cookie } = await server.signIn();
    const [id] = await makeConversations(userId, 1);
    await server.database.query.execute(
      sql`with question as (
          insert into message (conversation_id, role, text) values (${id}, 'user', 'Look') returning id
        ), answered as (
          insert into message (conversation_id, role, text, parent_id)
          select ${id}, 'assistant', 'Yes', id from question
        )
        insert into attachment (user_id, message_id, place, kind, name, type, size, width, height, text, characters)
        select ${userId}::uuid, id, 1, 'text', 'b "<.txt', 'text/plain', 5, null::integer, null::integer, 'hello', 5 from question
        union all
        select ${userId}::uuid, id, 0, 'image', 'a.png', 'image/png', 9, 3, 4, null, null from question`,
    );
    const response = await server.fetch(`/api/chat/conversations/${id}`, { cookie });
    const conversation = getConversation.response.parse(await response.json());
    expect(conversation.messages.map(({ attachments }) => attachments)).toMatchObject([
      [
        { kind: 'image', name: 'a.png', size: 9, width: 3, height: 4, characters: null },
        { kind: 'text', name: 'b "<.txt', width: null, characters: 5 },
      ],
      [],
    ]);
  });

  it('of very long messages leave out the oldest', async () => {
    const { userId, cookie } = await server.signIn();
    const [id] = await makeConversations(userId, 1);
    await server.database.query.execute(
      sql`insert into message (conversation_id, role, text)
        select ${id}, 'user', n || repeat('x', 3000000) from generate_series(1, 9) n`,
    );
    const response = await server.fetch(`/api/chat/conversations/${id}`, { cookie });
    const { messages } = (await response.json()) as { messages: { text: string }[] };
    expect(messages.map(({ text }) => text[0])).toEqual([...'3456789']);
  });
});
