import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { ask, creditOf, errorOf, readAll, regenerate } from '../../setup/chat.ts';
import { type ModerationServer, startModerationServer } from '../../setup/moderationServer.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let moderation: ModerationServer;
let server: TestServer;
const logged: string[] = [];

beforeAll(async () => {
  moderation = await startModerationServer();
  server = await startTestServer({
    environment: {
      MODERATION_URL: moderation.url,
      MODERATION_API_KEY: 'sk-check',
      MODERATION_MODEL: 'checker-1',
      QUESTIONS_PER_MINUTE: '4',
    },
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
  });
});

beforeEach(() => void logged.splice(0));

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await server.close();
  await moderation.close();
});

const lines = (message: string) => logged.filter((line) => line.includes(message));

describe('a moderated question', () => {
  it('is asked if it is not flagged', async () => {
    const { cookie } = await server.signIn(10);
    const { end } = await readAll(await ask(server, cookie, { text: 'sandbox: fast 1' }));
    expect(end).toMatchObject({ state: 'finished' });
    expect(moderation.asked.at(-1)).toEqual({
      input: 'sandbox: fast 1',
      model: 'checker-1',
      key: 'Bearer sk-check',
    });
  });

  it('is refused when it is flagged: free, not stored, and logged without its text', async () => {
    const { cookie, userId } = await server.signIn(10);
    const requestId = randomUUID();
    const text = 'Something forbidden and secret';
    expect(await errorOf(await ask(server, cookie, { requestId, text }))).toMatchObject({
      status: 422,
      code: 'question_refused',
    });
    expect(await creditOf(server, cookie)).toEqual({ credit: 10, held: 0 });
    const list = await server.fetch('/api/chat/conversations', { cookie });
    expect(await list.json()).toMatchObject({ items: [] });
    expect(lines('refused by the check').map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        user: userId,
        request: requestId,
        categories: ['violence/graphic'],
      }),
    ]);
    expect(logged.join('')).not.toMatch(/forbidden|secret/);
  });

  it('is flagged in any part of a long text', async () => {
    const { cookie } = await server.signIn(10);
    const text = `${'word '.repeat(5_000)} forbidden`;
    const refused = await errorOf(await ask(server, cookie, { text }));
    expect(refused.code).toBe('question_refused');
    expect(moderation.asked.at(-1)?.input).toHaveLength(3);
  });

  it('is checked again when it is answered again', async () => {
    const { cookie } = await server.signIn(10);
    const { accepted } = await readAll(await ask(server, cookie, { text: 'sandbox: fast 2' }));
    await server.database.pool.query(`update message set text = 'forbidden' where id = $1`, [
      accepted?.question_id,
    ]);
    const refused = await errorOf(await regenerate(server, cookie, accepted?.question_id));
    expect(refused.code).toBe('question_refused');
  });

  it('counts towards the questions of a minute when it is refused', async () => {
    const { cookie } = await server.signIn(10);
    for (let tries = 0; tries < 4; tries += 1) {
      const { code } = await errorOf(await ask(server, cookie, { text: `forbidden ${tries}` }));
      expect(code).toBe('question_refused');
    }
    const { code } = await errorOf(await ask(server, cookie, { text: 'forbidden' }));
    expect(code).toBe('too_many_requests');
  });
});

describe('a check that gives no verdict', () => {
  it.for([
    ['slow', 'no verdict within 2000 ms'],
    ['broken', 'moderation answered with status 500'],
    ['moved', 'moderation answered with status 307'],
    ['garbage', 'moderation answered something else than a verdict'],
    ['endless', 'moderation answered something else than a verdict'],
  ])('lets the question through and logs the reason: %s', async ([fault, reason]) => {
    const { cookie, userId } = await server.signIn(10);
    const text = `sandbox: fast 1\nforbidden ${fault}`;
    const { end } = await readAll(await ask(server, cookie, { text }));
    expect(end).toMatchObject({ state: 'finished', charged: 1 });
    const [line = '{}'] = lines('went through unchecked');
    expect(JSON.parse(line)).toMatchObject({ user: userId, reason });
    expect(logged.join('')).not.toContain('forbidden');
  });

  it('lets it through without a server', async () => {
    const gone = await startModerationServer();
    await gone.close();
    const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
    const alone = await startTestServer({
      database: server.database,
      environment: { MODERATION_URL: gone.url },
      log,
    });
    const { cookie } = await server.signIn(10);
    const { end } = await readAll(await ask(alone, cookie, { text: 'sandbox: fast 1' }));
    expect(end).toMatchObject({ state: 'finished' });
    expect(lines('went through unchecked')).toHaveLength(1);
    await alone.close();
  });
});
