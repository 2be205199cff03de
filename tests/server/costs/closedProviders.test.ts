import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChatModel } from '#contract/models/models.ts';
import { probeProviders } from '#server/services/costs/probeProviders.ts';
import { readProviderStates } from '#server/services/costs/providerStates.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { ask, creditOf, errorOf, readAll } from '../../setup/chat.ts';
import { makers, order, runMediaJobs } from '../../setup/mediaJobs.ts';
import {
  type AccountServer,
  type Refusal,
  startAccountServer,
} from '../../setup/providerAccounts.ts';
import { search } from '../../setup/searching.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';

let provider: AccountServer;
let environment: Record<string, string>;
let server: TestServer;
/** A second server on the same database. */
let beside: TestServer;
let cookie: string;
/** Milliseconds that the clock of the servers is ahead. */
let ahead = 0;
const logged: string[] = [];

const now = () => new Date(Date.now() + ahead);

beforeAll(async () => {
  provider = await startAccountServer();
  environment = {
    OPENAI_API_KEY: 'key',
    OPENAI_BASE_URL: `${provider.urlOf('openai')}/v1`,
    GROQ_API_KEY: 'key',
    GROQ_BASE_URL: `${provider.urlOf('groq')}/v1`,
    LUMA_API_KEY: 'key',
    LUMA_BASE_URL: `${provider.urlOf('luma')}/v1`,
    BRAVE_API_KEY: 'key',
    BRAVE_BASE_URL: provider.urlOf('brave'),
    TAVILY_API_KEY: 'key',
    TAVILY_BASE_URL: provider.urlOf('tavily'),
    MODERATION_URL: `${provider.urlOf('moderation')}/v1/moderations`,
  };
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  server = await startTestServer({ environment, log, now });
  beside = await startTestServer({ environment, now, database: server.database });
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await beside.close();
  await server.close();
  await provider.close();
});

beforeEach(async () => {
  ({ cookie } = await server.signIn(20));
  logged.length = 0;
  provider.asked.length = 0;
});

afterEach(async () => {
  provider.refusals.clear();
  for (const name of ['openai', 'openai-media', 'luma', 'brave', 'tavily']) {
    await server.platform.accounts.reopen(name);
    await expect.poll(() => beside.platform.accounts.isClosed(name)).toBe(false);
  }
});

const alarms = () =>
  logged
    .filter((line) => line.includes('"alarm":"provider_'))
    .map((line) => JSON.parse(line) as object);

const timesAsked = (name: string) => provider.asked.filter((one) => one === name).length;

/** Has both servers try closed providers at the same time. */
async function probeAll(): Promise<void> {
  await Promise.all([server, beside, server].map((one) => probeProviders(one.platform)));
}

const reasons = {
  refused: 'its provider refuses this site access',
  empty: 'this site has no quota left at its provider',
};

async function endOf(one: TestServer) {
  return (await readAll(await ask(one, cookie, { text: 'Hello' }))).end;
}

async function modelOf(one: TestServer, id: string): Promise<ChatModel | undefined> {
  const models = (await (await one.fetch('/api/models')).json()) as ChatModel[];
  return models.find((model) => model.id === id);
}

const quota = {
  message: 'You exceeded your current quota, please check your plan and billing details.',
  type: 'insufficient_quota',
  code: 'insufficient_quota',
};

describe('the server', () => {
  it.for<[string, 'refused' | 'empty', Refusal]>([
    ['401', 'refused', { status: 401, body: { error: { code: 'invalid_api_key' } } }],
    ['403', 'refused', { status: 403 }],
    ['402', 'empty', { status: 402, body: { error: { message: 'Insufficient Balance' } } }],
    ['429 about its quota', 'empty', { status: 429, body: { error: quota } }],
    ['an error about its quota in a stream', 'empty', { body: { error: quota } }],
  ])(
    'closes a provider that answers %s on all servers at once, and tries it again',
    async ([, problem, refusal]) => {
      provider.refusals.set('openai', refusal);
      expect(await endOf(server)).toMatchObject({
        state: 'failed',
        reason: 'upstream_unauthorised',
        charged: 0,
      });
      expect(alarms()).toMatchObject([{ level: 40, provider: 'openai', problem }]);
      await expect.poll(() => beside.platform.accounts.isClosed('openai')).toBe(true);
      for (const one of [server, beside]) {
        expect(await errorOf(await ask(one, cookie, { text: 'Hello' }))).toMatchObject({
          status: 422,
          code: 'model_unavailable',
          message: `GPT-4o-mini cannot answer now, because ${reasons[problem]}; nothing was charged: ask claude-haiku-5-5 instead`,
        });
        expect(await modelOf(one, 'gpt-4o-mini')).toMatchObject({
          available: false,
          resting: false,
          alternative: 'claude-haiku-5-5',
        });
      }
      expect(timesAsked('openai')).toBe(1);
      ahead += 61_000;
      await probeAll();
      expect(timesAsked('openai')).toBe(2);
      // The second pause is twice as long.
      ahead += 61_000;
      provider.refusals.clear();
      await probeAll();
      expect((await ask(beside, cookie, { text: 'Hello' })).status).toBe(422);
      ahead += 61_000;
      await probeAll();
      expect(timesAsked('openai')).toBe(3);
      await expect.poll(() => beside.platform.accounts.isClosed('openai')).toBe(false);
      expect(await endOf(beside)).toMatchObject({ state: 'finished', charged: 1 });
      await expect.poll(async () => (await modelOf(server, 'gpt-4o-mini'))?.available).toBe(true);
      expect(await creditOf(server, cookie)).toEqual({ credit: 19, held: 0 });
    },
  );

  it('knows closed providers from its start on, and forgets those whose key was replaced', async () => {
    provider.refusals.set('openai', { status: 401 });
    await endOf(server);
    await expect.poll(() => beside.platform.accounts.isClosed('openai')).toBe(true);
    const { database } = server;
    const later = await startTestServer({ environment, now, database });
    expect((await ask(later, cookie, { text: 'Hello' })).status).toBe(422);
    await later.close();
    const replaced = { ...environment, OPENAI_API_KEY: 'replaced' };
    const other = await startTestServer({ environment: replaced, now, database });
    provider.refusals.clear();
    expect(await endOf(other)).toMatchObject({ state: 'finished' });
    ahead += 61_000;
    await probeProviders(other.platform);
    expect(await readProviderStates(database.query)).toEqual([]);
    await other.close();
  });

  it('tries a closed provider with one of many questions', async () => {
    provider.refusals.set('openai', { status: 401 });
    await endOf(server);
    // No job tries it.
    ahead += 181_000;
    const users = await Promise.all(Array.from({ length: 8 }, () => server.signIn(10)));
    const asking = users.map(async (user) => ask(server, user.cookie, { text: 'Hello' }));
    const answers = (await Promise.all(asking)).filter(({ status }) => status === 200);
    const ends = await Promise.all(answers.map(async (one) => (await readAll(one)).end));
    expect(ends.every((end) => end?.reason === 'upstream_unauthorised')).toBe(true);
    expect(timesAsked('openai')).toBe(2);
  });

  it.for<[string, Refusal]>([
    ['too many requests', { status: 429, body: { error: { code: 'rate_limit_exceeded' } } }],
    ['a filter', { status: 403, body: { error: { code: 'content_policy_violation' } } }],
    ['one model', { status: 403, body: { error: { code: 'model_not_found' } } }],
    ['a firewall', { status: 403, body: '<html>Your request was blocked</html>' }],
    ['a wrong request', { status: 400, body: { error: { message: '"insufficient balance"' } } }],
    ['its own failure', { status: 500, body: { error: { message: 'Insufficient Balance' } } }],
  ])('keeps a provider open after an error about %s', async ([, refusal]) => {
    provider.refusals.set('openai', refusal);
    expect(await endOf(server)).toMatchObject({ state: 'failed', charged: 0 });
    provider.refusals.clear();
    expect(await endOf(server)).toMatchObject({ state: 'finished' });
    expect(alarms()).toEqual([]);
  });

  it('closes a provider of videos with an empty account, and refuses orders before any hold', async () => {
    const jobs = await runMediaJobs(server);
    provider.refusals.set('luma', { status: 400, body: { detail: 'Insufficient credits' } });
    const { end } = await readAll(await order(server, cookie, 'A fox', { model: makers.video }));
    await jobs.stop();
    expect(end).toMatchObject({ state: 'failed', reason: 'upstream_unauthorised', charged: 0 });
    expect(alarms()).toMatchObject([{ provider: 'luma', problem: 'empty' }]);
    const refused = await order(server, cookie, 'A fox', { model: makers.video });
    expect(await errorOf(refused)).toMatchObject({ status: 422, code: 'model_unavailable' });
    expect(timesAsked('luma')).toBe(1);
    expect(await creditOf(server, cookie)).toEqual({ credit: 20, held: 0 });
  });

  it('closes pictures apart from the text of their provider', async () => {
    const jobs = await runMediaJobs(server);
    provider.refusals.set('openai', { status: 402 });
    const { end } = await readAll(await order(server, cookie, 'A fox'));
    await jobs.stop();
    provider.refusals.clear();
    expect(end).toMatchObject({ state: 'failed', reason: 'upstream_unauthorised', charged: 0 });
    expect(alarms()).toMatchObject([{ provider: 'openai-media', problem: 'empty' }]);
    const refused = await order(server, cookie, 'A fox');
    expect(await errorOf(refused)).toMatchObject({ status: 422, code: 'model_unavailable' });
    expect(await endOf(server)).toMatchObject({ state: 'finished', charged: 1 });
  });

  it('asks a search engine that refuses the account once, and then the next one', async () => {
    const brave = { error: { code: 'SUBSCRIPTION_TOKEN_INVALID' } };
    provider.refusals.set('brave', { status: 422, body: brave });
    provider.refusals.set('tavily', { status: 432, body: { detail: { error: 'Plan limit' } } });
    for (let time = 1; time <= 2; time += 1) {
      const { end } = await search(server, cookie, 'How long is the Velmar Bridge?');
      expect(end).toMatchObject({ state: 'failed', reason: 'search_failed', charged: 0 });
      await expect.poll(() => alarms()).toHaveLength(2);
    }
    expect([timesAsked('brave'), timesAsked('tavily')]).toEqual([1, 1]);
    expect(alarms()).toMatchObject([
      { provider: 'brave', problem: 'refused' },
      { provider: 'tavily', problem: 'empty' },
    ]);
  });

  it('keeps calling a moderation service that refuses the account, with one alarm', async () => {
    provider.refusals.set('moderation', { status: 401 });
    for (let time = 1; time <= 2; time += 1) {
      expect(await endOf(server)).toMatchObject({ state: 'finished', charged: 1 });
    }
    expect(timesAsked('moderation')).toBe(2);
    expect(alarms()).toMatchObject([{ provider: 'moderation', problem: 'refused' }]);
  });
});
