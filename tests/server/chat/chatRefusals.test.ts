import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpt } from '#server/db/schema/gpts.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { ask, creditOf, errorOf, readAll } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.database.query.insert(gpt).values([
    { id: 'helper', name: 'Helper', instructions: 'Help well.' },
    { id: 'hidden', name: 'Hidden', visibility: 'private' },
    { id: 'gone', name: 'Gone', removed: new Date() },
    { id: 'long', name: 'Long', instructions: 'x'.repeat(463_000) },
  ]);
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
});

describe('an invalid question', () => {
  const refused = [
    ['without sign-in', undefined, { text: 'x' }, 401, 'not_signed_in'],
    ['to an unknown model', 10, { target: { model: 'gpt-9' }, text: 'x' }, 404, 'unknown_model'],
    [
      'with options of another kind of model',
      10,
      { text: 'x', options: { kind: 'picture', size: 'square', quality: 'low' } },
      400,
      'invalid_input',
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
        expect(await creditOf(server, cookie)).toMatchObject({ credit: credits, held: 0 });
    },
  );

  it('names the limit that it exceeds', async () => {
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

  it('names a field that the contract does not have', async () => {
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

  it('is asked without the characters that cannot be stored', async () => {
    const { cookie } = await server.signIn(10);
    const text = 'sandbox: fast 2\u0000 \ud800';
    const reading = await readAll(await ask(server, cookie, { text }));
    expect(reading.end?.state).toBe('finished');
    expect(reading.accepted?.title).toBe('sandbox: fast 2 \ufffd');
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

  it('never spends more than the balance, for any number of parallel requests', async () => {
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

  it('of another user can be neither read nor stopped', async () => {
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
