import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpt } from '#server/db/schema.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { ask, readAll } from '../setup/chat.ts';
import { type TestServer, startTestServer } from '../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    config: { firstTokenSeconds: 0.8, idleSeconds: 0.8, heartbeatSeconds: 0.2 },
  });
  await server.database.query.insert(gpt).values([
    { id: 'helper', name: 'Helper', instructions: 'Help well.' },
    { id: 'hidden', name: 'Hidden', visibility: 'private' },
    { id: 'gone', name: 'Gone', removed: new Date() },
    { id: 'long', name: 'Long', instructions: 'x'.repeat(399_000) },
  ]);
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
});

async function credit(cookie: string): Promise<{ credit: number; held: number }> {
  const answer = await server.fetch('/api/account', { cookie });
  return (await answer.json()) as { credit: number; held: number };
}

async function errorOf(
  response: Response,
): Promise<{ status: number; code: string; message: string }> {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return { status: response.status, ...error };
}

describe('a question', () => {
  it('streams its answer in numbered events and costs its price once', async () => {
    const { cookie } = await server.signIn(10);
    const response = await ask(server, cookie, { text: 'sandbox: fast 20' });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reading = await readAll(response);
    expect(reading.end).toMatchObject({ state: 'finished', charged: 1, reason: null });
    expect(reading.accepted).toMatchObject({ price: 1, title: 'sandbox: fast 20' });
    expect(reading.numbers).toEqual(reading.numbers.map((_, index) => index + 1));
    expect(await credit(cookie)).toMatchObject({ credit: 9, held: 0 });
    const conversation = await server.fetch(
      `/api/chat/conversations/${reading.accepted?.conversation_id}`,
      { cookie },
    );
    const { messages } = (await conversation.json()) as {
      messages: { role: string; text: string }[];
    };
    expect(messages.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'sandbox: fast 20'],
      ['assistant', reading.text],
    ]);
  });

  it('costs what its model costs', async () => {
    const { cookie } = await server.signIn(10);
    const target = { model: 'claude-3-opus' };
    const reading = await readAll(await ask(server, cookie, { target, text: 'sandbox: fast 3' }));
    expect(reading.end?.charged).toBe(10);
    expect(await credit(cookie)).toMatchObject({ credit: 0, held: 0 });
  });

  it('holds its price while it runs', async () => {
    const { cookie } = await server.signIn(10);
    const response = await ask(server, cookie, { text: 'sandbox: pause 300' });
    await readAll(response, ({ text }) => text !== '');
    expect(await credit(cookie)).toMatchObject({ credit: 9, held: 1 });
  });

  it('joins the same answer when it is sent again, and is charged once', async () => {
    const { cookie } = await server.signIn(10);
    const question = { requestId: randomUUID(), text: 'sandbox: long 20' };
    const readings = await Promise.all(
      Array.from({ length: 8 }, async () => readAll(await ask(server, cookie, question))),
    );
    const again = await readAll(await ask(server, cookie, question));
    for (const reading of readings) expect(reading.text).toBe(again.text);
    expect(new Set(readings.map(({ accepted }) => accepted?.answer_id)).size).toBe(1);
    expect(await credit(cookie)).toMatchObject({ credit: 9, held: 0 });
  });

  it('refuses a request id that was used for another question', async () => {
    const { cookie } = await server.signIn(10);
    const requestId = randomUUID();
    await readAll(await ask(server, cookie, { requestId, text: 'sandbox: fast 2' }));
    const refusal = await errorOf(await ask(server, cookie, { requestId, text: 'another' }));
    expect(refusal).toMatchObject({ status: 409, code: 'request_id_reused' });
  });

  it('goes on in its conversation with its history', async () => {
    const { cookie } = await server.signIn(10);
    const first = await readAll(await ask(server, cookie, { text: 'My name is Ada' }));
    const second = await readAll(
      await ask(server, cookie, {
        conversationId: first.accepted?.conversation_id,
        text: 'What is my name?',
      }),
    );
    expect(second.accepted?.conversation_id).toBe(first.accepted?.conversation_id);
    expect(second.text).toContain('3');
    expect(second.text).not.toBe(first.text);
  });

  it('counts a conversation with a GPT once and lists the GPT as recent', async () => {
    const { cookie } = await server.signIn(10);
    const target = { gpt: 'helper' };
    const first = await readAll(await ask(server, cookie, { target, text: 'sandbox: fast 2' }));
    await readAll(
      await ask(server, cookie, {
        target,
        conversationId: first.accepted?.conversation_id,
        text: 'sandbox: fast 3',
      }),
    );
    const { rows } = await server.database.query.execute(
      sql`select own::int, own_users from gpt_usage_day where gpt_id = 'helper'`,
    );
    expect(rows).toEqual([{ own: 1, own_users: 1 }]);
    const recent = await server.fetch('/api/gpts/recent', { cookie });
    expect(await recent.json()).toEqual([{ gizmo_id: 'helper' }]);
  });

  it('is stopped by its user: charged after output had begun, free before', async () => {
    const { cookie } = await server.signIn(10);
    for (const [text, charged] of [
      ['sandbox: long 500', 1],
      ['sandbox: slow', 0],
    ] as const) {
      const response = await ask(server, cookie, { text });
      let stopped = false;
      const reading = await readAll(response, (now) => {
        if (stopped || (charged === 1 && now.text === '')) return false;
        stopped = true;
        void server.fetch(`/api/chat/answers/${now.accepted?.answer_id}/stop`, {
          method: 'POST',
          cookie,
        });
        return false;
      });
      expect(reading.end).toMatchObject({
        state: 'stopped',
        charged,
        reason: charged ? null : 'stopped_before_output',
      });
    }
    expect(await credit(cookie)).toMatchObject({ credit: 9, held: 0 });
  });

  it('goes on when its reader leaves, and is read again from any event', async () => {
    const { cookie } = await server.signIn(10);
    const response = await ask(server, cookie, { text: 'sandbox: long 30' });
    const begun = await readAll(response, ({ text }) => text.length > 10);
    const id = begun.accepted?.answer_id;
    const last = begun.numbers.at(-1) ?? 0;
    const rest = await readAll(
      await server.fetch(`/api/chat/answers/${id}/events`, {
        cookie,
        headers: { 'last-event-id': String(last) },
      }),
    );
    const whole = await readAll(await server.fetch(`/api/chat/answers/${id}/events`, { cookie }));
    expect(begun.text + rest.text).toBe(whole.text);
    expect(rest.numbers[0]).toBe(last + 1);
    expect(whole.end).toMatchObject({ state: 'finished', charged: 1 });
  });

  it('sends a heartbeat while the model is silent', async () => {
    const { cookie } = await server.signIn(10);
    const response = await ask(server, cookie, { text: 'sandbox: slow' });
    expect(await response.text()).toContain(': still here');
  });
});

describe('a failing upstream', () => {
  const failures = [
    ['sandbox: fail 401', 'failed', 'upstream_unauthorised'],
    ['sandbox: fail 429', 'failed', 'upstream_busy'],
    ['sandbox: fail 500', 'failed', 'upstream_error'],
    ['sandbox: cut 0', 'failed', 'upstream_cut'],
    ['sandbox: cut 5', 'failed', 'upstream_cut'],
    ['sandbox: no-finish', 'failed', 'upstream_cut'],
    ['sandbox: slow-headers', 'failed', 'first_token_timeout'],
    ['sandbox: slow', 'failed', 'first_token_timeout'],
    ['sandbox: stall 5', 'failed', 'idle_timeout'],
    ['sandbox: filter', 'failed', 'filtered'],
    ['sandbox: empty', 'failed', 'empty'],
  ] as const;

  it.for(failures)('costs nothing and says why: %s', async ([text, state, reason]) => {
    const { cookie } = await server.signIn(10);
    const reading = await readAll(await ask(server, cookie, { text }));
    expect(reading.end).toEqual({ type: 'end', state, reason, charged: 0, truncated: false });
    expect(await credit(cookie)).toMatchObject({ credit: 10, held: 0 });
    const ledger = await server.fetch('/api/account/ledger', { cookie });
    const { items } = (await ledger.json()) as { items: { kind: string; reason: string }[] };
    expect(items[0]).toMatchObject({ kind: 'release', reason });
  });

  it('keeps the text that came before it failed', async () => {
    const { cookie } = await server.signIn(10);
    const reading = await readAll(await ask(server, cookie, { text: 'sandbox: cut 5' }));
    expect(reading.text).not.toBe('');
    const { rows } = await server.database.query.execute<{ text: string }>(
      sql`select m.text from answer a join message m on m.id = a.message_id where a.id = ${reading.accepted?.answer_id}`,
    );
    expect(rows[0]?.text).toBe(reading.text);
  });
});

describe('a question that cannot be asked', () => {
  const refused = [
    ['without sign-in', undefined, { text: 'x' }, 401, 'not_signed_in'],
    ['to an unknown model', 10, { target: { model: 'gpt-9' }, text: 'x' }, 404, 'unknown_model'],
    [
      'to a model of another kind',
      10,
      { target: { model: 'dall-e-3' }, text: 'x' },
      422,
      'model_unavailable',
    ],
    ['to an unknown GPT', 10, { target: { gpt: 'nobody' }, text: 'x' }, 404, 'unknown_gpt'],
    ['to a private GPT', 10, { target: { gpt: 'hidden' }, text: 'x' }, 403, 'gpt_not_public'],
    ['to a removed GPT', 10, { target: { gpt: 'gone' }, text: 'x' }, 410, 'gone'],
    ['when it is empty', 10, { text: '  ' }, 400, 'invalid_input'],
    ['over the characters', 10, { text: 'x'.repeat(100_001) }, 400, 'invalid_input'],
    [
      'over the tokens',
      10,
      { target: { gpt: 'long' }, text: 'x'.repeat(9_000) },
      422,
      'question_too_long',
    ],
    ['without credits', 0, { text: 'x' }, 402, 'no_credits'],
    [
      'with too few credits',
      9,
      { target: { model: 'claude-3-opus' }, text: 'x' },
      402,
      'no_credits',
    ],
    [
      'in an unknown conversation',
      10,
      { conversationId: randomUUID(), text: 'x' },
      404,
      'unknown_conversation',
    ],
  ] as const;

  it.for(refused)(
    'is refused and costs nothing: %s',
    async ([, credits, question, status, code]) => {
      const cookie = credits === undefined ? '' : (await server.signIn(credits)).cookie;
      const refusal = await errorOf(await ask(server, cookie, question));
      expect(refusal).toMatchObject({ status, code });
      if (credits !== undefined)
        expect(await credit(cookie)).toMatchObject({ credit: credits, held: 0 });
    },
  );

  it('says which limit a question breaks', async () => {
    const { cookie } = await server.signIn(10);
    const response = await ask(server, cookie, {
      target: { gpt: 'long' },
      text: 'x'.repeat(9_000),
    });
    const { error } = (await response.json()) as { error: Record<string, unknown> };
    expect(error).toMatchObject({ field: 'text', tokens: 2_250, max_tokens: 250 });
  });

  it('is refused as malformed JSON with a readable 400', async () => {
    const { cookie } = await server.signIn(10);
    const response = await server.fetch('/api/chat/questions', {
      method: 'POST',
      cookie,
      body: '{"text":',
    });
    expect(await errorOf(response)).toMatchObject({
      status: 400,
      code: 'invalid_input',
      message: 'The body is not valid JSON',
    });
  });

  it('names a field that the contract does not know', async () => {
    const { cookie } = await server.signIn(10);
    const body = JSON.stringify({
      request_id: randomUUID(),
      target: { model: 'gpt-4o-mini' },
      text: 'x',
      temprature: 1,
    });
    const response = await server.fetch('/api/chat/questions', { method: 'POST', cookie, body });
    expect((await errorOf(response)).message).toContain('temprature');
  });

  it('is refused when two answers run already, or one in the same conversation', async () => {
    const { cookie } = await server.signIn(10);
    const first = await readAll(
      await ask(server, cookie, { text: 'sandbox: stall 3' }),
      ({ text }) => text !== '',
    );
    const same = await ask(server, cookie, {
      conversationId: first.accepted?.conversation_id,
      text: 'x',
    });
    expect(await errorOf(same)).toMatchObject({ status: 409, code: 'answer_running' });
    await readAll(
      await ask(server, cookie, { text: 'sandbox: stall 3' }),
      ({ text }) => text !== '',
    );
    const third = await errorOf(await ask(server, cookie, { text: 'x' }));
    expect(third).toMatchObject({ status: 429, code: 'too_many_answers' });
  });

  it('never spends more than the balance, however many are sent at once', async () => {
    const users = await Promise.all([server.signIn(1), server.signIn(1)]);
    const responses = await Promise.all(
      users.flatMap(({ cookie }) =>
        Array.from({ length: 6 }, async () => {
          const response = await ask(server, cookie, { text: 'sandbox: fast 2' });
          return response.ok ? (await readAll(response)).end?.charged : response.status;
        }),
      ),
    );
    expect(responses.filter((charged) => charged === 1)).toHaveLength(2);
    expect(responses.filter((status) => status === 402)).toHaveLength(10);
  });

  it('of another user is neither read nor stopped', async () => {
    const [owner, stranger] = await Promise.all([server.signIn(), server.signIn()]);
    const reading = await readAll(await ask(server, owner.cookie, { text: 'sandbox: fast 2' }));
    const id = reading.accepted?.answer_id;
    for (const [path, method] of [
      [`/api/chat/answers/${id}/events`, 'GET'],
      [`/api/chat/answers/${id}/stop`, 'POST'],
      [`/api/chat/conversations/${reading.accepted?.conversation_id}`, 'GET'],
    ] as const) {
      expect((await server.fetch(path, { method, cookie: stranger.cookie })).status).toBe(404);
    }
  });
});
