import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freeStopsPerDay } from '#domain/chat/chat.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { ask, creditOf, errorOf, readAll, regenerate } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { grantProduct } from '../../setup/tiers.ts';

let server: TestServer;
/** On the same database, with the limits that are usual. */
let usual: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    environment: { QUESTIONS_PER_MINUTE: '3,4,8', QUESTIONS_PER_DAY: '5,6,0' },
  });
  usual = await startTestServer({ database: server.database });
});

afterAll(async () => {
  await usual.close();
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
});

const text = 'sandbox: fast 1';

async function finish(cookie: string): Promise<string | undefined> {
  const { accepted, end } = await readAll(await ask(server, cookie, { text }));
  expect(end).toMatchObject({ state: 'finished' });
  return accepted?.question_id;
}

/** Returns how many questions in a row a user may ask. */
async function countAllowed(cookie: string): Promise<number> {
  for (let allowed = 0; ; allowed += 1) {
    const response = await ask(server, cookie, { text });
    if (!response.ok) {
      expect(await errorOf(response)).toMatchObject({ code: 'too_many_requests' });
      return allowed;
    }
    await readAll(response);
  }
}

describe('the questions of a minute', () => {
  it('are limited, with the seconds to wait, before anything is held', async () => {
    const { cookie } = await server.signIn(10);
    let questionId: string | undefined;
    for (let asked = 0; asked < 3; asked += 1) questionId = await finish(cookie);
    for (const refused of [
      await ask(server, cookie, { text }),
      await regenerate(server, cookie, questionId),
    ]) {
      const seconds = Number(refused.headers.get('retry-after'));
      const error = await errorOf(refused);
      expect(error).toMatchObject({ status: 429, code: 'too_many_requests' });
      expect(error['retry_seconds']).toBe(seconds);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
    }
    expect(await creditOf(server, cookie)).toEqual({ credit: 7, held: 0 });
  });

  it('count repeated requests once, and refused ones not at all', async () => {
    const { cookie } = await server.signIn(10);
    const question = { requestId: randomUUID(), text };
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const response = await ask(server, cookie, question);
        // While the first of them is not stored yet, the others are counted for a moment.
        if (response.ok) return readAll(response);
        return expect(await errorOf(response)).toMatchObject({ code: 'too_many_requests' });
      }),
    );
    for (const refused of [
      { text, conversationId: randomUUID() },
      { text, target: { model: 'no-such-model' } },
      { text: 'x'.repeat(60_000), target: { model: 'gpt-3.5-turbo' } },
    ]) {
      const { code } = await errorOf(await ask(server, cookie, refused));
      expect(code).not.toBe('too_many_requests');
    }
    expect(await countAllowed(cookie)).toBe(2);
  });

  it.for([
    ['nothing', undefined, undefined, 3],
    ['a pack', 'credit_500', undefined, 3],
    ['Basic', 'basic_month', undefined, 4],
    ['Pro by the year', 'pro_year', undefined, 8],
    ['Pro that has ended', 'pro_month', new Date(Date.now() - 1_000), 3],
  ] as const)('follow the tier: %s', async ([, product, ends, allowed]) => {
    const { cookie, userId } = await server.signIn(20);
    if (product) await grantProduct(server.database, userId, product, ends);
    expect(await countAllowed(cookie)).toBe(allowed);
  });
});

describe('the questions of a day', () => {
  it('are limited in addition to those of a minute', async () => {
    const { cookie } = await server.signIn(20);
    expect(await countAllowed(cookie)).toBe(3);
    await server.database.pool.query(`delete from rate_limit where key like 'question_minute:%'`);
    expect(await countAllowed(cookie)).toBe(2);
    await server.database.pool.query(`delete from rate_limit where key like 'question_minute:%'`);
    const refused = await errorOf(await ask(server, cookie, { text }));
    expect(refused['retry_seconds']).toBeGreaterThan(60);
  });
});

describe('answers at once', () => {
  it.for([
    ['nobody in particular', undefined, 2],
    ['Basic', 'basic_month', 2],
    ['Pro', 'pro_month', 4],
  ] as const)('are as many as the tier has: %s', async ([, product, limit]) => {
    const { cookie, userId } = await server.signIn(10);
    if (product) await grantProduct(server.database, userId, product);
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => ask(usual, cookie, { text: 'sandbox: stall 1' })),
    );
    const refused = tries.filter((response) => !response.ok);
    expect(tries.length - refused.length).toBe(limit);
    for (const response of refused) {
      expect(await errorOf(response)).toMatchObject({
        status: 429,
        code: 'too_many_answers',
        limit,
      });
    }
    for (const response of tries.filter(({ ok }) => ok)) await response.body?.cancel();
  });
});

describe('answers that are stopped before their first word', () => {
  it('are free thirty times a day, then questions are refused with the reason, at no cost', async () => {
    const patient = await startTestServer({
      database: server.database,
      environment: { QUESTIONS_PER_MINUTE: '0', QUESTIONS_PER_DAY: '0' },
    });
    const { cookie } = await patient.signIn(10);
    const stopOne = async () => {
      const response = await ask(patient, cookie, { text: 'sandbox: slow' });
      const { end } = await readAll(response, ({ accepted, end: ended }) => {
        const path = `/api/chat/answers/${accepted?.answer_id}/stop`;
        if (!ended) void patient.fetch(path, { method: 'POST', cookie });
        return false;
      });
      expect(end).toMatchObject({ reason: 'stopped_before_output', charged: 0 });
    };
    for (let stopped = 0; stopped < freeStopsPerDay; stopped += 1) await stopOne();
    const refused = await ask(patient, cookie, { text });
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(await errorOf(refused)).toMatchObject({
      status: 429,
      code: 'too_many_stops',
      limit: freeStopsPerDay,
      hours: 24,
    });
    expect(seconds).toBeGreaterThan(86_000);
    expect(seconds).toBeLessThanOrEqual(86_400);
    expect(await creditOf(patient, cookie)).toEqual({ credit: 10, held: 0 });

    // The first of them counts for a day.
    await server.database.query.execute(
      sql`update answer set ended = ended - interval '1 day'
        where id = (select id from answer where reason = 'stopped_before_output' order by ended limit 1)`,
    );
    expect((await readAll(await ask(patient, cookie, { text }))).end?.state).toBe('finished');
    await patient.close();
  });
});
