import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChatMessage } from '#contract/conversations/conversations.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { ask, creditOf, errorOf, readAll, regenerate } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type FakeUpstream, startUpstream } from '../../setup/upstreams.ts';

let upstream: FakeUpstream;
let server: TestServer;
let cookie: string;

beforeAll(async () => {
  upstream = await startUpstream('compatible');
  server = await startTestServer({ config: { providers: [upstream.config] } });
});

beforeEach(async () => {
  ({ cookie } = await server.signIn(50));
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
  await upstream.close();
});

type Position = { conversationId?: string; parentId?: string; headId?: string; requestId?: string };

/** Asks, reads to the end, and returns the ids. */
async function say(text: string, position: Position = {}) {
  const { accepted, end } = await readAll(await ask(server, cookie, { text, ...position }));
  expect(end).toMatchObject({ state: 'finished' });
  return {
    conversationId: accepted?.conversation_id ?? '',
    questionId: accepted?.question_id ?? '',
    messageId: accepted?.message_id ?? '',
    answerId: accepted?.answer_id ?? '',
  };
}

async function refusalOf(response: Response) {
  const refusal = await errorOf(response);
  const messages = (refusal['messages'] ?? []) as ChatMessage[];
  return { ...refusal, texts: messages.map(({ role, text }) => `${role}: ${text}`) };
}

const one = 'sandbox: fast 1';
const two = 'sandbox: fast 2';
const three = 'sandbox: fast 3';

describe('a question that names the newest message that its user saw', () => {
  it('is refused with the newer messages after another device asked, and costs nothing', async () => {
    const first = await say(one);
    const { conversationId } = first;
    const seen = { conversationId, parentId: first.messageId, headId: first.messageId };
    await say(two, seen);
    const refusal = await refusalOf(await ask(server, cookie, { text: three, ...seen }));
    expect(refusal).toMatchObject({
      status: 409,
      code: 'newer_messages',
      message: expect.stringContaining('head_id: ') as string,
      field: 'head_id',
      texts: [`user: ${two}`, 'assistant: delta 1 delta 2 '],
      has_older: false,
    });
    expect(await creditOf(server, cookie)).toEqual({ credit: 48, held: 0 });
  });

  it('is asked after the newer messages or as a branch once it names them, with the same request id', async () => {
    const first = await say(one);
    const { conversationId } = first;
    const requestId = randomUUID();
    const stale = { conversationId, parentId: first.messageId, headId: first.messageId, requestId };
    const second = await say(two, { conversationId, headId: first.messageId });
    expect(await errorOf(await ask(server, cookie, { text: three, ...stale }))).toMatchObject({
      code: 'newer_messages',
    });
    const after = { parentId: second.messageId, headId: second.messageId };
    const third = await say(three, { ...stale, ...after });
    const branch = { parentId: first.messageId, headId: third.messageId };
    await say(three, { conversationId, ...branch });
    expect(await creditOf(server, cookie)).toEqual({ credit: 46, held: 0 });
  });

  it('joins its answer when it is sent again, whatever it names', async () => {
    const first = await say(one);
    const requestId = randomUUID();
    const seen = { conversationId: first.conversationId, headId: first.messageId, requestId };
    const asked = await say(two, seen);
    expect(await say(two, seen)).toEqual(asked);
    expect(await creditOf(server, cookie)).toEqual({ credit: 48, held: 0 });
  });

  it('is refused after a message of another branch, and of an unknown message', async () => {
    const first = await say(one);
    const { conversationId } = first;
    const second = await say(two, { conversationId, headId: first.messageId });
    const seen = { conversationId, parentId: second.messageId, headId: second.messageId };
    await say(three, { conversationId, parentId: first.messageId, headId: second.messageId });
    const refusal = await refusalOf(await ask(server, cookie, { text: one, ...seen }));
    expect(refusal).toMatchObject({ code: 'newer_messages' });
    expect(refusal.texts).toHaveLength(2);
    const unknown = { ...seen, headId: randomUUID() };
    const all = await refusalOf(await ask(server, cookie, { text: one, ...unknown }));
    expect(all).toMatchObject({ code: 'newer_messages', has_older: false });
    expect(all.texts).toHaveLength(6);
  });

  it('is asked once when two devices ask at the same moment', async () => {
    const first = await say(one);
    const seen = { conversationId: first.conversationId, headId: first.messageId };
    const responses = await Promise.all([
      ask(server, cookie, { text: two, ...seen }),
      ask(server, cookie, { text: three, ...seen }),
    ]);
    const [asked, refused] = responses.toSorted((a, b) => a.status - b.status);
    if (!asked || !refused) throw new Error('There are two responses');
    expect((await readAll(asked)).end).toMatchObject({ state: 'finished' });
    expect(['answer_running', 'newer_messages']).toContain((await errorOf(refused)).code);
    expect(await creditOf(server, cookie)).toEqual({ credit: 48, held: 0 });
  });
});

describe('a request for another answer', () => {
  it('is refused with the newer messages, and accepted once it names them', async () => {
    const first = await say(one);
    const { conversationId, questionId } = first;
    const second = await say(two, { conversationId });
    const stale = await regenerate(server, cookie, questionId, { headId: first.messageId });
    expect(await refusalOf(stale)).toMatchObject({
      status: 409,
      code: 'newer_messages',
      texts: [`user: ${two}`, 'assistant: delta 1 delta 2 '],
    });
    const again = await regenerate(server, cookie, questionId, { headId: second.messageId });
    expect((await readAll(again)).end).toMatchObject({ state: 'finished' });
    expect(await creditOf(server, cookie)).toEqual({ credit: 47, held: 0 });
  });
});
