import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { conversation, message } from '#server/db/schema/chat.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { ask, creditOf, errorOf, readAll, regenerate } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type FakeUpstream, readPromptTexts, startUpstream } from '../../setup/upstreams.ts';

let upstream: FakeUpstream;
let server: TestServer;
let cookie: string;
let userId: string;

beforeAll(async () => {
  upstream = await startUpstream('compatible');
  server = await startTestServer({ config: { providers: [upstream.config] } });
});

beforeEach(async () => {
  ({ cookie, userId } = await server.signIn(50));
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
  await upstream.close();
});

/** Asks, reads to the end, and returns the ids with the messages that the upstream received. */
async function say(
  text: string,
  where: { conversationId?: string; parentId?: string | null } = {},
) {
  const reading = await readAll(await ask(server, cookie, { text, ...where }));
  return readAnswer(reading);
}

async function again(questionId: string, target?: { model: string }) {
  return readAnswer(
    await readAll(await regenerate(server, cookie, questionId, target && { target })),
  );
}

function readAnswer({ accepted, text, end }: Awaited<ReturnType<typeof readAll>>) {
  expect(end).toMatchObject({ state: 'finished' });
  return {
    conversationId: accepted?.conversation_id ?? '',
    questionId: accepted?.question_id ?? '',
    messageId: accepted?.message_id ?? '',
    answerId: accepted?.answer_id ?? '',
    accepted,
    text,
    received: readPromptTexts(upstream.requests.at(-1)),
  };
}

const one = 'sandbox: fast 1';
const two = 'sandbox: fast 2';
const three = 'sandbox: fast 3';
const replies = {
  [one]: 'delta 1 ',
  [two]: 'delta 1 delta 2 ',
  [three]: 'delta 1 delta 2 delta 3 ',
};
const turn = (text: keyof typeof replies) => [`user: ${text}`, `assistant: ${replies[text]}`];

async function shown(conversationId: string): Promise<{ leaf_id: string; target: unknown }> {
  const response = await server.fetch(`/api/chat/conversations/${conversationId}`, { cookie });
  return (await response.json()) as { leaf_id: string; target: unknown };
}

describe('a question', () => {
  it('follows the end of the shown branch, an earlier answer, or nothing, and the model receives that branch only', async () => {
    const first = await say(one);
    const { conversationId } = first;
    const second = await say(two, { conversationId });
    expect(second.received).toEqual([...turn(one), `user: ${two}`]);
    const branch = await say(three, { conversationId, parentId: first.messageId });
    expect(branch.received).toEqual([...turn(one), `user: ${three}`]);
    expect((await shown(conversationId)).leaf_id).toBe(branch.messageId);
    const onward = await say(one, { conversationId });
    expect(onward.received).toEqual([...turn(one), ...turn(three), `user: ${one}`]);
    const restarted = await say(two, { conversationId, parentId: null });
    expect(restarted.received).toEqual([`user: ${two}`]);
    await server.database.query
      .update(conversation)
      .set({ leafId: second.messageId })
      .where(eq(conversation.id, conversationId));
    const back = await say(three, { conversationId });
    expect(back.received).toEqual([...turn(one), ...turn(two), `user: ${three}`]);
  });

  it('follows the newest message if no branch was chosen', async () => {
    const { conversationId } = await say(one);
    await server.database.query
      .update(conversation)
      .set({ leafId: null })
      .where(eq(conversation.id, conversationId));
    const next = await say(two, { conversationId });
    expect(next.received).toEqual([...turn(one), `user: ${two}`]);
  });

  it('names the parent that it cannot follow, and holds nothing', async () => {
    const [here, elsewhere] = [await say(one), await say(two)];
    const { conversationId } = here;
    for (const [parentId, rule] of [
      [randomUUID(), 'is no message of this conversation'],
      [elsewhere.messageId, 'is no message of this conversation'],
      [here.questionId, 'is a question'],
    ] as const) {
      const refused = await ask(server, cookie, { text: one, conversationId, parentId });
      expect(await errorOf(refused)).toMatchObject({
        status: 400,
        code: 'invalid_input',
        message: expect.stringContaining(`parent_id: ${rule}`) as string,
        fields: [{ field: 'parent_id' }],
      });
    }
    const alone = await ask(server, cookie, { text: one, parentId: here.messageId });
    expect((await errorOf(alone)).message).toContain('parent_id: is of no conversation');
    expect(await creditOf(server, cookie)).toEqual({ credit: 48, held: 0 });
  });

  it('cannot follow a running answer', async () => {
    const response = await ask(server, cookie, { text: 'sandbox: stall 2' });
    const { accepted } = await readAll(response, ({ text }) => text !== '');
    const where = {
      conversationId: accepted?.conversation_id,
      parentId: accepted?.message_id,
    };
    expect(await errorOf(await ask(server, cookie, { text: one, ...where }))).toMatchObject({
      status: 409,
      code: 'answer_running',
    });
    await server.fetch(`/api/chat/answers/${accepted?.answer_id}/stop`, { method: 'POST', cookie });
  });

  it('sends imported answers as history', async () => {
    const [made] = await server.database.query
      .insert(conversation)
      .values({ userId, title: 'Imported', model: 'gpt-4o-mini' })
      .returning({ id: conversation.id });
    const conversationId = made?.id ?? '';
    const [questionId, messageId, lonely] = [randomUUID(), randomUUID(), randomUUID()];
    await server.database.query.insert(message).values([
      { id: questionId, conversationId, role: 'user', text: 'From elsewhere' },
      { id: messageId, conversationId, parentId: questionId, role: 'assistant', text: 'Indeed' },
      { id: lonely, conversationId, parentId: messageId, role: 'user', text: 'sandbox: fast 3' },
    ]);
    const next = await say(one, { conversationId });
    expect(next.received).toEqual(['user: From elsewhere', 'assistant: Indeed', `user: ${one}`]);
    const beside = await say(two, { conversationId, parentId: messageId });
    expect(beside.received).toEqual(['user: From elsewhere', 'assistant: Indeed', `user: ${two}`]);
    const answered = await again(lonely);
    expect(answered.received.at(-1)).toBe('user: sandbox: fast 3');
  });

  it('drops the oldest turns of its branch that do not fit, and reports their number', async () => {
    const [made] = await server.database.query
      .insert(conversation)
      .values({ userId, title: 'Long', model: 'gpt-3.5-turbo' })
      .returning({ id: conversation.id });
    const conversationId = made?.id ?? '';
    let parentId: string | null = null;
    for (let index = 0; index < 6; index += 1) {
      const [questionId, messageId] = [randomUUID(), randomUUID()];
      await server.database.query.insert(message).values([
        { id: questionId, conversationId, parentId, role: 'user', text: `Q${index}` },
        {
          id: messageId,
          conversationId,
          parentId: questionId,
          role: 'assistant',
          // About 5,000 tokens each, of the 12,000 that the model takes; the oldest are not even read.
          text: '長'.repeat(5_000),
        },
      ]);
      parentId = messageId;
    }
    const reading = await readAll(
      await ask(server, cookie, { text: one, conversationId, target: { model: 'gpt-3.5-turbo' } }),
    );
    expect(reading.accepted?.dropped_turns).toBe(8);
    expect(readPromptTexts(upstream.requests.at(-1)).map((text) => text.slice(0, 8))).toEqual([
      'user: Q4',
      'assistan',
      'user: Q5',
      'assistan',
      'user: sa',
    ]);
  });

  it('is refused in a conversation that was deleted, asked or answered again', async () => {
    const { conversationId, questionId } = await say(one);
    await server.database.query
      .update(conversation)
      .set({ deleted: new Date() })
      .where(eq(conversation.id, conversationId));
    const asked = await errorOf(await ask(server, cookie, { text: two, conversationId }));
    expect(asked).toMatchObject({ status: 404, code: 'unknown_conversation' });
    const answered = await errorOf(await regenerate(server, cookie, questionId));
    expect(answered).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('a question to another target than that of its conversation', () => {
  it('is refused, unless it switches the target of the conversation', async () => {
    const { conversationId } = await say(one);
    const target = { model: 'gpt-4-turbo' };
    const refused = await errorOf(await ask(server, cookie, { conversationId, target, text: two }));
    expect(refused).toMatchObject({
      status: 409,
      code: 'other_target',
      target: { model: 'gpt-4o-mini' },
    });
    expect(await creditOf(server, cookie)).toEqual({ credit: 49, held: 0 });
    const own = await shown(conversationId);
    expect(own).toMatchObject({ target: { model: 'gpt-4o-mini' }, messages: { length: 2 } });
    const next = { conversationId, target, text: two, switchTarget: true };
    const { end } = await readAll(await ask(server, cookie, next));
    expect(end).toMatchObject({ state: 'finished', charged: 4 });
    expect(await shown(conversationId)).toMatchObject({ target });
  });
});

describe('an answer that is asked for again', () => {
  it('is another version next to the first, from another model for its price, and continues the conversation', async () => {
    const first = await say(one);
    const { conversationId, questionId } = first;
    const other = await again(questionId, { model: 'gpt-4-turbo' });
    expect(other).toMatchObject({ conversationId, questionId, accepted: { price: 4 } });
    expect(other.messageId).not.toBe(first.messageId);
    expect(other.received).toEqual([`user: ${one}`]);
    expect(upstream.requests.at(-1)?.model).toBe('gpt-6-sol');
    expect(await creditOf(server, cookie)).toEqual({ credit: 45, held: 0 });
    expect(await shown(conversationId)).toMatchObject({
      leaf_id: other.messageId,
      target: { model: 'gpt-4o-mini' },
    });
    const next = await say(two, { conversationId });
    expect(next.received).toEqual([...turn(one), `user: ${two}`]);
    const earlier = await again(questionId);
    expect(earlier.received).toEqual([`user: ${one}`]);
  });

  it('receives the messages before its question, and none after it', async () => {
    const first = await say(one);
    const { conversationId } = first;
    const second = await say(two, { conversationId });
    await say(three, { conversationId });
    const restarted = await again(second.questionId);
    expect(restarted.received).toEqual([...turn(one), `user: ${two}`]);
  });

  it('is joined when it is sent again, and its id belongs to it only', async () => {
    const { questionId } = await say(one);
    const requestId = randomUUID();
    const readings = await Promise.all(
      Array.from({ length: 6 }, async () =>
        readAll(await regenerate(server, cookie, questionId, { requestId })),
      ),
    );
    expect(new Set(readings.map(({ accepted }) => accepted?.answer_id)).size).toBe(1);
    expect(await creditOf(server, cookie)).toEqual({ credit: 48, held: 0 });
    const target = { model: 'claude-2' };
    for (const reused of [
      await regenerate(server, cookie, questionId, { requestId, target }),
      await ask(server, cookie, { requestId, text: one }),
    ]) {
      expect(await errorOf(reused)).toMatchObject({ status: 409, code: 'request_id_reused' });
    }
  });

  it('is refused for messages that are not a question of the user', async () => {
    const { questionId, messageId } = await say(one);
    const stranger = await server.signIn(10);
    for (const refused of [
      await regenerate(server, cookie, messageId),
      await regenerate(server, cookie, randomUUID()),
      await regenerate(server, stranger.cookie, questionId),
    ]) {
      expect(await errorOf(refused)).toMatchObject({ status: 404, code: 'not_found' });
    }
    const target = { model: 'no-such-model' };
    const unknown = await regenerate(server, cookie, questionId, { target });
    expect(await errorOf(unknown)).toMatchObject({ status: 404, code: 'unknown_model' });
  });
});
