import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { checkProviderKeys } from '#server/services/costs/checkProviderKeys.ts';
import { probeProviders } from '#server/services/costs/probeProviders.ts';
import { readProviderStates } from '#server/services/costs/providerStates.ts';
import { ask, creditOf, errorOf, readAll } from '../../setup/chat.ts';
import { type AccountServer, startAccountServer } from '../../setup/providerAccounts.ts';
import { checkedAlarms } from '../../setup/checkedAlarms.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

const firstKey = 'sk-test-0123456789-first-aaaa';
const secondKey = 'sk-test-0123456789-second-bbbb';

const failing = { status: 500, body: { error: { message: 'The server had an error' } } };
const busy = { status: 429, body: { error: { code: 'rate_limit_exceeded' } } };
const refused = { status: 401, body: { error: { code: 'invalid_api_key' } } };
const empty = { status: 429, body: { error: { code: 'insufficient_quota' } } };
/** As Anthropic says that the credit is used up. */
const noCredit = {
  status: 400,
  body: {
    type: 'error',
    error: {
      type: 'invalid_request_error',
      message: 'Your credit balance is too low to access the Anthropic API.',
    },
  },
};

let provider: AccountServer;
let server: TestServer;
/** A second server on the same database. */
let beside: TestServer;
let ahead = 0;
const logged: string[] = [];

const now = () => new Date(Date.now() + ahead);

beforeAll(async () => {
  provider = await startAccountServer();
  const environment = {
    OPENAI_API_KEY: `${firstKey}, ${secondKey}`,
    OPENAI_BASE_URL: `${provider.urlOf('openai')}/v1`,
    GROQ_API_KEY: 'groq',
    GROQ_BASE_URL: `${provider.urlOf('groq')}/v1`,
  };
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  server = await startTestServer({ environment, log, now });
  beside = await startTestServer({ environment, log, now, database: server.database });
});

afterAll(async () => {
  expect(logged.join('')).not.toContain('sk-test');
  expect(await verifyLedger(server.database)).toEqual([]);
  await beside.close();
  await server.close();
  await provider.close();
});

beforeEach(async () => {
  provider.refusals.clear();
  for (const name of ['openai', 'groq']) await server.platform.accounts.reopen(name);
  await beside.platform.accounts.read();
  provider.asked.length = 0;
  provider.keys.length = 0;
  logged.length = 0;
});

/** Asks as a new user, or as this one; returns the end of the answer. */
async function endOf(one: TestServer, cookie?: string) {
  const asking = cookie ?? (await server.signIn(10)).cookie;
  return (await readAll(await ask(one, asking, { text: 'Hello' }))).end;
}

const alarms = () =>
  logged.map((line) => JSON.parse(line) as { alarm?: string }).filter(({ alarm }) => alarm);

const states = () => readProviderStates(server.database.query);

const settled = () => expect.poll(states).not.toEqual([]);

const failures = async () => (await states())[0]?.failures ?? 0;

/** Has a user meet one more failure, and waits until it is counted. */
async function failFor(one: TestServer, cookie: string): Promise<void> {
  const before = await failures();
  expect(await endOf(one, cookie)).toMatchObject({ state: 'failed', charged: 0 });
  await expect.poll(failures).toBe(before + 1);
  await Promise.all([server, beside].map(({ platform }) => platform.accounts.read()));
}

/** Returns the open alarms when the condition of resolved ones was gone for some minutes. */
async function alarmsLater(): Promise<string[]> {
  await checkedAlarms(server);
  ahead += 301_000;
  return checkedAlarms(server);
}

async function probeAll(): Promise<void> {
  await Promise.all(
    [server, beside, server, beside].map(({ platform }) => probeProviders(platform)),
  );
}

describe('a provider with two keys', () => {
  it('is asked with its keys in turn', async () => {
    for (let time = 1; time <= 4; time += 1) await endOf(server);
    expect(provider.keys.toSorted()).toEqual([firstKey, firstKey, secondKey, secondKey]);
    expect(new Set(provider.keys.slice(0, 2)).size).toBe(2);
  });

  it.for([
    ['is refused', refused, 'refused'],
    ['has no quota left', empty, 'empty'],
  ] as const)(
    'answers with the other key when one %s, and rests that one until it works',
    async ([, refusal, problem]) => {
      provider.refusals.set(firstKey, refusal);
      for (let time = 1; time <= 3; time += 1) {
        expect(await endOf(server)).toMatchObject({ state: 'finished', charged: 1 });
      }
      await settled();
      await beside.platform.accounts.read();
      for (let time = 1; time <= 3; time += 1) {
        expect(await endOf(beside)).toMatchObject({ state: 'finished', charged: 1 });
      }
      expect(provider.keys.filter((key) => key === firstKey)).toHaveLength(1);
      expect(alarms()).toMatchObject([
        { level: 40, alarm: `provider_${problem}`, provider: 'openai', key: '…aaaa', problem },
      ]);
      expect(await states()).toMatchObject([{ provider: 'openai', label: '…aaaa', problem }]);
      expect(await checkedAlarms(server)).toContain(`provider_${problem}`);
      expect(server.platform.accounts.isClosed('openai')).toBe(false);
      ahead += 61_000;
      await probeAll();
      expect(provider.keys.filter((key) => key === firstKey)).toHaveLength(2);
      provider.refusals.clear();
      ahead += 121_000;
      await probeAll();
      expect(await states()).toEqual([]);
      expect(await alarmsLater()).not.toContain(`provider_${problem}`);
    },
  );

  it('answers with the other key when one is busy, without an alarm', async () => {
    provider.refusals.set(firstKey, busy);
    for (let time = 1; time <= 2; time += 1) {
      expect(await endOf(server)).toMatchObject({ state: 'finished', charged: 1 });
    }
    expect(alarms()).toEqual([]);
  });

  it('is closed when none of its keys works, and the alternative is of another provider', async () => {
    provider.refusals.set('openai', empty);
    expect(await endOf(server)).toMatchObject({ reason: 'upstream_unauthorised', charged: 0 });
    await expect.poll(async () => (await states()).length).toBe(2);
    await beside.platform.accounts.read();
    const { cookie } = await server.signIn(10);
    for (const one of [server, beside]) {
      const error = await errorOf(await ask(one, cookie, { text: 'Hello' }));
      expect(error).toMatchObject({ status: 422, code: 'model_unavailable' });
      expect(error.message).toMatch(
        /no quota left .* nothing was charged: ask claude-haiku-5-5 instead$/,
      );
    }
    expect(provider.keys).toHaveLength(2);
    expect(await creditOf(server, cookie)).toEqual({ credit: 10, held: 0 });
  });

  it('is checked key by key', async () => {
    provider.refusals.set(secondKey, refused);
    const found = (await checkProviderKeys(server.platform)).map(
      ({ provider: name, key, problem }) => [name, key, problem],
    );
    expect(found).toEqual([
      ['openai', '…aaaa', null],
      ['openai', '…bbbb', 'refused'],
      ['groq', 'key 1', null],
    ]);
  });
});

describe('a provider whose answers fail', () => {
  it('is closed on all servers after five failures in a row of three users, and opened by one probe', async () => {
    const [first, second, third] = [
      (await server.signIn(10)).cookie,
      (await server.signIn(10)).cookie,
      (await server.signIn(10)).cookie,
    ];
    provider.refusals.set('openai', failing);
    for (let time = 1; time <= 4; time += 1) await failFor(server, first);
    await failFor(beside, second);
    expect(alarms()).toEqual([]);
    await failFor(beside, third);
    expect(alarms()).toMatchObject([{ level: 40, alarm: 'provider_down', provider: 'openai' }]);
    expect(await checkedAlarms(server)).toContain('provider_down');
    const asked = provider.asked.length;
    for (const one of [server, beside]) {
      const error = await errorOf(await ask(one, first, { text: 'Hello' }));
      expect(error).toMatchObject({
        status: 422,
        code: 'model_unavailable',
        alternative: 'claude-haiku-5-5',
      });
    }
    await probeAll();
    expect(provider.asked).toHaveLength(asked);
    for (let minute = 1; minute <= 3; minute += 1) {
      ahead += 61_000;
      await probeAll();
      expect(provider.asked).toHaveLength(asked + minute);
    }
    provider.refusals.clear();
    ahead += 61_000;
    await probeAll();
    await Promise.all([server, beside].map(({ platform }) => platform.accounts.read()));
    expect(await states()).toEqual([]);
    expect(await alarmsLater()).not.toContain('provider_down');
    expect(await endOf(beside, first)).toMatchObject({ state: 'finished', charged: 1 });
    expect(await creditOf(server, first)).toEqual({ credit: 9, held: 0 });
  });

  it('stays open when an answer between the failures succeeds, and for rejected requests', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => server.signIn(10)));
    const askAll = async () => {
      for (const { cookie } of users) await failFor(beside, cookie);
    };
    provider.refusals.set('openai', failing);
    await askAll();
    provider.refusals.clear();
    expect(await endOf(server)).toMatchObject({ state: 'finished' });
    await expect.poll(states).toEqual([]);
    await beside.platform.accounts.read();
    provider.refusals.set('openai', failing);
    await askAll();
    provider.refusals.set('openai', { status: 400, body: { error: { code: 'invalid_value' } } });
    for (const { cookie } of users) {
      expect(await endOf(server, cookie)).toMatchObject({ state: 'failed', charged: 0 });
    }
    expect(alarms()).toEqual([]);
  });

  it('is a problem of the account when its message says so', async () => {
    provider.refusals.set('groq', noCredit);
    const { cookie } = await server.signIn(10);
    const target = { model: 'gpt-oss-20b' };
    const { end } = await readAll(await ask(server, cookie, { text: 'Hello', target }));
    expect(end).toMatchObject({ reason: 'upstream_unauthorised', charged: 0 });
    await settled();
    expect(await states()).toMatchObject([{ provider: 'groq', label: 'key 1', problem: 'empty' }]);
    expect((await ask(server, cookie, { text: 'Hello', target })).status).toBe(422);
  });
});

it('logs a line of each request and answer, with ids and figures and no texts', async () => {
  const { cookie, userId } = await server.signIn(10);
  const text = 'Which words does nobody else say?';
  const { accepted } = await readAll(await ask(server, cookie, { text }));
  const lines = () => logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  await expect.poll(() => lines().some(({ msg }) => msg === 'answer')).toBe(true);
  const answer = lines().find(({ msg }) => msg === 'answer');
  const { rows } = await server.database.query.execute(
    sql`select owner_id as owner from answer where id = ${accepted?.answer_id}`,
  );
  expect(answer).toMatchObject({
    server: rows[0]?.['owner'],
    answer: accepted?.answer_id,
    conversation: accepted?.conversation_id,
    user: userId,
    model: 'gpt-4o-mini',
    upstream: 'openai/gpt-4o-mini',
    state: 'finished',
    price: 1,
    charged: 1,
  });
  expect(answer?.['milliseconds']).toBeTypeOf('number');
  expect(lines().find(({ msg, method }) => msg === 'request' && method === 'POST')).toMatchObject({
    server: rows[0]?.['owner'],
    route: '/api/chat/questions',
    status: 200,
    user: userId,
  });
  expect(logged.join('')).not.toContain('nobody else');
});
