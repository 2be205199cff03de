import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gpt } from '#server/db/schema/gpts.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { ask, creditOf, errorOf, readAll } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    config: { firstTokenSeconds: 2, idleSeconds: 2, heartbeatSeconds: 0.2 },
  });
  await server.database.query.insert(gpt).values([
    { id: 'helper', name: 'Helper', instructions: 'Help well.' },
    { id: 'adviser', name: 'Adviser', instructions: 'Advise.' },
    { id: 'hidden', name: 'Hidden', visibility: 'private' },
    { id: 'gone', name: 'Gone', removed: new Date() },
    { id: 'long', name: 'Long', instructions: 'x'.repeat(463_000) },
  ]);
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
});

describe('a question', () => {
  it('streams its answer in numbered events and costs its price once', async () => {
    const { cookie } = await server.signIn(10);
    const response = await ask(server, cookie, { text: 'sandbox: fast 20' });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reading = await readAll(response);
    expect(reading.end).toMatchObject({ state: 'finished', charged: 1, reason: null });
    expect(reading.accepted).toMatchObject({ price: 1, title: 'sandbox: fast 20' });
    expect(reading.numbers).toEqual(reading.numbers.map((_, index) => index + 1));
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 9, held: 0 });
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

  it.each([
    ['gpt-3.5-turbo', 1],
    ['gpt-4o-mini', 1],
    ['gpt-4-1106-preview', 4],
    ['gpt-4-turbo', 4],
    ['llama-3.1-8b-instant', 1],
    ['llama-3.1-70b-versatile', 1],
    ['claude-2', 2],
    ['claude-3-sonnet', 5],
    ['claude-3.5-sonnet', 10],
    ['claude-3-opus', 10],
  ])('costs what its model costs: %s, %i', async (model, price) => {
    const { cookie } = await server.signIn(10);
    const target = { model };
    const reading = await readAll(await ask(server, cookie, { target, text: 'sandbox: fast 3' }));
    expect(reading.end).toMatchObject({ state: 'finished', charged: price });
    expect(await creditOf(server, cookie)).toEqual({ credit: 10 - price, held: 0 });
  });

  it('costs 1 for a GPT, also the second one of its conversation', async () => {
    const { cookie } = await server.signIn(10);
    const target = { gpt: 'adviser' };
    const first = await readAll(await ask(server, cookie, { target, text: 'sandbox: fast 3' }));
    const conversationId = first.accepted?.conversation_id;
    const second = await readAll(
      await ask(server, cookie, { target, conversationId, text: 'sandbox: fast 3' }),
    );
    expect([first, second].map(({ end }) => end?.charged)).toEqual([1, 1]);
    expect(await creditOf(server, cookie)).toEqual({ credit: 8, held: 0 });
  });

  it('holds its price while it runs', async () => {
    const { cookie } = await server.signIn(10);
    const response = await ask(server, cookie, { text: 'sandbox: pause 300' });
    await readAll(response, ({ text }) => text !== '');
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 9, held: 1 });
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
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 9, held: 0 });
  });

  it('refuses a request id of another question', async () => {
    const { cookie } = await server.signIn(10);
    const requestId = randomUUID();
    await readAll(await ask(server, cookie, { requestId, text: 'sandbox: fast 2' }));
    for (const other of [{ text: 'another' }, { text: 'sandbox: fast 2', temporary: true }]) {
      const refusal = await errorOf(await ask(server, cookie, { requestId, ...other }));
      expect(refusal).toMatchObject({ status: 409, code: 'request_id_reused' });
    }
  });

  it('continues its conversation with its history', async () => {
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
    expect(await creditOf(server, cookie)).toMatchObject({ credit: 9, held: 0 });
  });

  it('continues when its reader leaves, and can be read again from any event', async () => {
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

  it('is refused with an invalid event number, and costs nothing', async () => {
    const { cookie } = await server.signIn(10);
    const body = {
      request_id: randomUUID(),
      target: { model: 'gpt-4o-mini' },
      text: 'sandbox: fast',
    };
    const refusal = await server.fetch('/api/chat/questions', {
      method: 'POST',
      cookie,
      headers: { 'last-event-id': 'abc' },
      body: JSON.stringify(body),
    });
    expect(await errorOf(refusal)).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(await creditOf(server, cookie)).toEqual({ credit: 10, held: 0 });
    const listed = await server.fetch('/api/chat/conversations', { cookie });
    expect(await listed.json()).toMatchObject({ items: [] });
  });

  it('sends a heartbeat while the model is silent', async () => {
    const { cookie } = await server.signIn(10);
    const response = await ask(server, cookie, { text: 'sandbox: slow' });
    expect(await response.text()).toContain(': still here');
  });
});
