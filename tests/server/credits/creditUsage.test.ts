import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryRow } from '#contract/credits/history.ts';
import type { getCreditUsage } from '#contract/credits/usage.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { countVotes } from '#server/db/queries/votes.ts';
import { answer, conversation } from '#server/db/schema/chat.ts';
import { answerCost } from '#server/db/schema/costs.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { ask, readAll, regenerate } from '../../setup/chat.ts';
import { callJson, storeConversation } from '../../setup/conversations.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const fast = 'sandbox: fast 1';

async function history(cookie: string, query = ''): Promise<HistoryRow[]> {
  const path = `/api/credits/history${query}`;
  return (await callJson<{ items: HistoryRow[] }>(server, cookie, 'GET', path)).json.items;
}

async function usage(cookie: string, query: string) {
  type Usage = ResponseOf<typeof getCreditUsage>;
  return (await callJson<Usage>(server, cookie, 'GET', `/api/credits/usage?${query}`)).json;
}

describe('the credits history', () => {
  it('has one row a question, with its entries and why it was free', async () => {
    const { cookie } = await server.signIn(20);
    await readAll(await ask(server, cookie, { text: fast }));
    await readAll(await ask(server, cookie, { text: 'sandbox: empty' }));
    const rows = await history(cookie);
    expect(rows.map(({ kind, balance_change }) => [kind, balance_change])).toEqual([
      ['question', 0],
      ['question', -1],
      ['grant', 20],
    ]);
    expect(rows[0]).toMatchObject({
      question: { text: 'sandbox: empty', model: 'gpt-4o-mini', gpt: null, reason: 'empty' },
      entries: [{ kind: 'hold' }, { kind: 'release', reason: 'empty' }],
    });
    expect(rows[1]?.entries.map(({ kind }) => kind)).toEqual(['hold', 'settle']);
    const [first] = await history(cookie, '?size=1');
    const older = await history(cookie, `?size=5&before=${first?.id}`);
    expect([first, ...older]).toEqual(rows);
  });

  it('keeps the price of a question whose conversation is deleted, without its words', async () => {
    const { cookie } = await server.signIn(20);
    await readAll(await ask(server, cookie, { text: fast }));
    await callJson(server, cookie, 'DELETE', '/api/chat/conversations');
    await callJson(server, cookie, 'DELETE', '/api/chat/deleted');
    const [row] = await history(cookie);
    expect(row).toMatchObject({ kind: 'question', balance_change: -1, question: null });
    expect((await usage(cookie, 'by=model&days=7')).items).toEqual([
      { key: null, name: null, questions: 1, credits: 1 },
    ]);
  });
});

describe('usage', () => {
  it('is summed by day, month, GPT and model, without free questions', async () => {
    const { cookie } = await server.signIn(20);
    for (const text of [fast, fast, 'sandbox: empty']) {
      await readAll(await ask(server, cookie, { text }));
    }
    const other = { model: 'claude-2' };
    await readAll(await ask(server, cookie, { text: fast, target: other }));
    const days = await usage(cookie, 'by=day&days=7');
    expect(days.items).toHaveLength(7);
    expect(days.items.at(-1)).toEqual({ key: days.to, name: null, questions: 3, credits: 4 });
    expect(days.items[0]).toEqual({ key: days.from, name: null, questions: 0, credits: 0 });
    const months = await usage(cookie, 'by=month&days=365');
    expect([12, 13]).toContain(months.items.length);
    expect(months.items.at(-1)?.credits).toBe(4);
    expect((await usage(cookie, 'by=model&days=30')).items).toEqual([
      { key: 'claude-2', name: null, questions: 1, credits: 2 },
      { key: 'gpt-4o-mini', name: null, questions: 2, credits: 2 },
    ]);
    expect((await usage(cookie, 'by=gpt&days=30')).items).toEqual([
      { key: null, name: null, questions: 3, credits: 4 },
    ]);
    const file = await server.fetch('/api/credits/usage.csv?by=model&days=30', { cookie });
    expect(file.headers.get('content-disposition')).toContain('credits-by-model');
    expect(Buffer.from(await file.arrayBuffer()).toString()).toBe(
      '\uFEFFmodel,questions,credits\r\nclaude-2,1,2\r\ngpt-4o-mini,2,2\r\n',
    );
    const refused = await server.fetch('/api/credits/usage?by=day&days=8', { cookie });
    expect(refused.status).toBe(400);
  });

  it('names the GPT that was asked, also after its conversation went on with a model', async () => {
    await server.database.query
      .insert(gpt)
      .values({ id: 'cook', name: 'Cook', model: 'gpt-4o-mini' });
    const { cookie } = await server.signIn(20);
    const { accepted } = await readAll(
      await ask(server, cookie, { text: fast, target: { gpt: 'cook' } }),
    );
    const byModel = { target: { model: 'claude-2' } };
    await readAll(await regenerate(server, cookie, accepted?.question_id, byModel));
    const ofGpt = [
      { key: null, name: null, questions: 1, credits: 2 },
      { key: 'cook', name: 'Cook', questions: 1, credits: 1 },
    ];
    expect((await usage(cookie, 'by=gpt&days=7')).items).toEqual(ofGpt);
    const conversationId = accepted?.conversation_id;
    const switched = { conversationId, switchTarget: true, target: { model: 'gpt-4o-mini' } };
    await readAll(await ask(server, cookie, { text: fast, ...switched }));
    expect((await usage(cookie, 'by=gpt&days=7')).items).toEqual([
      { key: null, name: null, questions: 2, credits: 3 },
      ofGpt[1],
    ]);
    const rows = await history(cookie);
    expect(rows.map(({ question }) => question?.gpt?.name)).toEqual([
      undefined,
      undefined,
      'Cook',
      undefined,
    ]);
    await callJson(server, cookie, 'PUT', `/api/chat/answers/${accepted?.answer_id}/vote`, {
      vote: 'up',
    });
    expect(await countVotes(server.database.query, 7)).toContainEqual({
      group: 'gpt',
      name: 'cook Cook',
      up: 1,
      down: 0,
    });
    const costs = await server.database.query
      .select({ model: answerCost.model, isGpt: answerCost.isGpt })
      .from(answerCost)
      .innerJoin(answer, eq(answer.id, answerCost.answerId))
      .where(eq(answer.conversationId, conversationId ?? ''))
      .orderBy(answer.created);
    expect(costs.map(({ isGpt }) => isGpt)).toEqual([true, false, false]);
  });

  it('counts no conversation of a GPT of which another model answered', async () => {
    const { cookie } = await server.signIn(20);
    const messages = [{ text: fast }, { text: 'Imported' }];
    const { id, messageIds } = await storeConversation(server, cookie, 'Talk', messages);
    const own = eq(conversation.id, id);
    await server.database.query.update(conversation).set({ model: null, gptId: 'cook' }).where(own);
    const byModel = { target: { model: 'claude-2' } };
    const { end } = await readAll(await regenerate(server, cookie, messageIds[0], byModel));
    expect(end?.charged).toBe(2);
    const [stored] = await server.database.query.select().from(conversation).where(own);
    expect(stored?.counted).toBe(false);
  });

  it('adds up more GPTs than a page shows at first', async () => {
    const { cookie, userId } = await server.signIn(20);
    await server.database.query.execute(sql`with given as (
        insert into gpt (id, name) select 'many-' || n, 'Many ' || n from generate_series(1, 120) n returning id
      ), begun as (
        insert into conversation (user_id, title, gpt_id) select ${userId}::uuid, 'Many', id from given
        returning id, gpt_id
      ), answered as (
        insert into answer (user_id, request_id, request_digest, conversation_id, question_id, message_id, model,
          gpt_id, price, charged, state, owner_id)
        select ${userId}::uuid, gen_random_uuid(), '', id, gen_random_uuid(), gen_random_uuid(), 'gpt-4o-mini',
          gpt_id, 1, 1, 'finished', gen_random_uuid() from begun
        returning id
      )
      insert into ledger_entry (user_id, kind, source_type, source_id, balance_change, held_change, reason)
      select ${userId}::uuid, 'settle', 'answer', id::text, 0, -1, 'answer_finished' from answered`);
    expect((await usage(cookie, 'by=gpt&days=7')).items).toHaveLength(120);
  });

  it('is another user’s for nobody', async () => {
    const { cookie } = await server.signIn(20);
    const stranger = await server.signIn(20);
    await readAll(await ask(server, cookie, { text: fast }));
    expect((await usage(stranger.cookie, 'by=model&days=30')).items).toEqual([]);
    expect(await history(stranger.cookie)).toHaveLength(1);
  });
});
