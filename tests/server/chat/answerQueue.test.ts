import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerEvent } from '#contract/chat/chat.ts';
import { reapAnswers } from '#server/services/answers/close/reapAnswers.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { storedAnswer } from '../../setup/answers.ts';
import { ask, creditOf, errorOf, readAll, readEvents } from '../../setup/chat.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { grantProduct } from '../../setup/tiers.ts';
import { type FakeUpstream, readPromptTexts, startUpstream } from '../../setup/upstreams.ts';

let upstream: FakeUpstream;
let server: TestServer;

const config = { maxAnswers: 1, maxQueuedAnswers: 3, heartbeatSeconds: 0.2, drainSeconds: 0 };

beforeAll(async () => {
  upstream = await startUpstream('compatible');
  server = await startTestServer({
    config: { ...config, firstTokenSeconds: 2, providers: [upstream.config] },
  });
  // The first question of a server loads what speaks to its upstream.
  const { cookie } = await server.signIn(10);
  await readAll(await ask(server, cookie, { text: 'sandbox: fast 1' }));
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
  await upstream.close();
});

/** The place in the queue is sent once a second. */
const patient = { timeout: 20_000 };

type Asked = {
  cookie: string;
  answerId: string;
  /** The events so far. */
  events: AnswerEvent[];
  /** The whole stream, at its end. */
  ended: Promise<AnswerEvent | undefined>;
};

/** Asks as a new user and reads on in parallel. Resolves when the question is accepted and its position is known. */
async function askAs(
  user: { cookie: string },
  text: string,
  at: TestServer = server,
): Promise<Asked> {
  const { cookie } = user;
  return reading(cookie, await ask(at, cookie, { text, requestId: randomUUID() }));
}

async function reading(cookie: string, response: Response): Promise<Asked> {
  const events: AnswerEvent[] = [];
  const begun = Promise.withResolvers<string>();
  const read = async () => {
    for await (const { event } of readEvents(response)) {
      events.push(event);
      const [accepted] = events;
      if (events.length === 2 && accepted?.type === 'accepted') begun.resolve(accepted.answer_id);
    }
    return events.at(-1);
  };
  const ended = read();
  ended.catch(begun.reject);
  return { cookie, events, ended, answerId: await begun.promise };
}

function stop({ answerId, cookie }: Asked, at: TestServer = server): Promise<Response> {
  return at.fetch(`/api/chat/answers/${answerId}/stop`, { method: 'POST', cookie });
}

async function signInPro(): Promise<{ cookie: string }> {
  const user = await server.signIn(10);
  await grantProduct(server.database, user.userId, 'pro_month');
  return user;
}

describe('a server that runs as many answers as it can', () => {
  it('queues questions, reports how many are ahead, and runs Pro first, then by arrival', async () => {
    const running = await askAs(await server.signIn(10), 'sandbox: stall 3');
    const first = await askAs(await server.signIn(10), 'sandbox: fast 1');
    const second = await askAs(await server.signIn(10), 'sandbox: fast 2');
    const pro = await askAs(await signInPro(), 'sandbox: fast 3');
    expect([first, second, pro].map(({ events }) => events[1])).toEqual([
      { type: 'queue', ahead: 0 },
      { type: 'queue', ahead: 1 },
      { type: 'queue', ahead: 0 },
    ]);
    expect(await creditOf(server, second.cookie)).toEqual({ credit: 9, held: 1 });
    await expect.poll(() => second.events, patient).toContainEqual({ type: 'queue', ahead: 2 });
    const before = upstream.requests.length;
    await stop(running);
    const ends = await Promise.all([first, second, pro].map(({ ended }) => ended));
    for (const end of ends) expect(end).toMatchObject({ state: 'finished', charged: 1 });
    const asked = upstream.requests.slice(before).map((request) => readPromptTexts(request).at(-1));
    expect(asked).toEqual(
      ['sandbox: fast 3', 'sandbox: fast 1', 'sandbox: fast 2'].map((text) => `user: ${text}`),
    );
  });

  it('sends the place in the queue without an event number, so that a new reader misses nothing', async () => {
    const running = await askAs(await server.signIn(10), 'sandbox: stall 3');
    const user = await server.signIn(10);
    const question = { requestId: randomUUID(), text: 'sandbox: fast 2' };
    const waiting = await reading(user.cookie, await ask(server, user.cookie, question));
    const retried = await reading(user.cookie, await ask(server, user.cookie, question));
    expect(retried.events).toEqual(waiting.events);
    const path = `/api/chat/answers/${waiting.answerId}/events`;
    const again = await server.fetch(path, { ...user, headers: { 'last-event-id': '1' } });
    const raw = again.text();
    const whole = await server.fetch(path, user);
    await stop(running);
    expect(await raw).toMatch(/^data: {"type":"queue","ahead":0}\n\n/);
    expect(await retried.ended).toMatchObject({ state: 'finished' });
    expect(await creditOf(server, user.cookie)).toEqual({ credit: 9, held: 0 });
    const { numbers } = await readAll(whole);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(await waiting.ended).toMatchObject({ state: 'finished' });
  });

  it('counts the time to the first token from the request to the model', async () => {
    const running = await askAs(await server.signIn(10), 'sandbox: stall 3');
    const waiting = await askAs(await server.signIn(10), 'sandbox: fast 2');
    // More than the two seconds that a model gets.
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    await stop(running);
    expect(await waiting.ended).toMatchObject({ state: 'finished', charged: 1 });
  });

  it('refuses when the queue is full, and holds nothing', async () => {
    const running = await askAs(await server.signIn(10), 'sandbox: stall 3');
    const waiting = await Promise.all(
      Array.from({ length: 3 }, async () => askAs(await server.signIn(10), 'sandbox: fast 1')),
    );
    const late = await server.signIn(10);
    const refused = await ask(server, late.cookie, { text: 'sandbox: fast 1' });
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await errorOf(refused)).toMatchObject({
      status: 503,
      code: 'server_busy',
      message: 'Server busy, access failed, please try again later',
    });
    expect(await creditOf(server, late.cookie)).toEqual({ credit: 10, held: 0 });
    await stop(running);
    for (const { ended } of waiting) expect(await ended).toMatchObject({ state: 'finished' });
  });

  it('stops a waiting answer for free, without asking the model', async () => {
    const running = await askAs(await server.signIn(10), 'sandbox: stall 3');
    const waiting = await askAs(await server.signIn(10), 'sandbox: fast 1');
    const before = upstream.requests.length;
    await stop(waiting);
    expect(await waiting.ended).toMatchObject({
      state: 'stopped',
      reason: 'stopped_before_output',
      charged: 0,
    });
    await stop(running);
    await running.ended;
    expect(upstream.requests.length).toBe(before);
    expect(await creditOf(server, waiting.cookie)).toEqual({ credit: 10, held: 0 });
  });
});

describe('readers and servers that leave', () => {
  it('a reader on another server receives the acceptance, the place and the answer', async () => {
    const other = await startTestServer({ database: server.database, config });
    const running = await askAs(await server.signIn(10), 'sandbox: stall 3');
    const user = await server.signIn(10);
    const waiting = await askAs(user, 'sandbox: fast 2');
    const path = `/api/chat/answers/${waiting.answerId}/events`;
    const elsewhere = await reading(user.cookie, await other.fetch(path, user));
    expect(elsewhere.events.slice(0, 2)).toEqual([
      expect.objectContaining({ type: 'accepted', answer_id: waiting.answerId }),
      { type: 'queue', ahead: 0 },
    ]);
    // A question that came first there gets its place here, too.
    const pro = await askAs(await signInPro(), 'sandbox: fast 1');
    await expect.poll(() => elsewhere.events, patient).toContainEqual({ type: 'queue', ahead: 1 });
    const again = { ...user, headers: { 'last-event-id': '1' } };
    const whole = readAll(await other.fetch(path, again));
    await stop(running);
    expect(await elsewhere.ended).toMatchObject({ state: 'finished' });
    expect(await whole).toMatchObject({ text: 'delta 1 delta 2 ', end: { state: 'finished' } });
    await pro.ended;
    await other.close();
  });

  it('releases an answer that waits on a server that was taken for dead, and does not ask the model', async () => {
    const running = await askAs(await server.signIn(10), 'sandbox: stall 3');
    const waiting = await askAs(await server.signIn(10), 'sandbox: fast 1');
    const asked = upstream.requests.length;
    await server.database.pool.query('update answer set owner_id = $1 where id = $2', [
      randomUUID(),
      waiting.answerId,
    ]);
    // A heartbeat may do the same at this moment.
    await reapAnswers(server.database, new Date(), 'left', 1_800);
    expect(await creditOf(server, waiting.cookie)).toEqual({ credit: 10, held: 0 });
    await stop(running);
    expect(await waiting.ended).toMatchObject({ state: 'interrupted', charged: 0 });
    expect(upstream.requests.length).toBe(asked);
  });

  it('releases waiting answers at once when the server stops', async () => {
    const leaving = await startTestServer({
      database: server.database,
      config: { ...config, drainSeconds: 60, providers: [upstream.config] },
    });
    const running = await askAs(await server.signIn(10), 'sandbox: stall 3', leaving);
    const waiting = await askAs(await server.signIn(10), 'sandbox: fast 1', leaving);
    const closed = leaving.close();
    expect(await waiting.ended).toMatchObject({
      state: 'interrupted',
      reason: 'server_stopped',
      charged: 0,
    });
    expect((await storedAnswer(server.database, running.answerId)).state).toBe('running');
    leaving.platform.runner.stop(running.answerId);
    await closed;
    expect(await creditOf(server, waiting.cookie)).toEqual({ credit: 10, held: 0 });
  });
});
