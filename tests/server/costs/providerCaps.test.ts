import { desc, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChatModel } from '#contract/models/models.ts';
import { auditEntry } from '#server/db/schema/operation.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { setCap } from '#server/services/upstreamPrices/setCap.ts';
import { setUpstreamPrice } from '#server/services/upstreamPrices/setUpstreamPrice.ts';
import { readSpending } from '#server/services/costs/spending.ts';
import { mapModel } from '#server/services/models/setModel.ts';
import { ask, creditOf, readAll } from '../../setup/chat.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type FakeUpstream, startUpstream } from '../../setup/upstreams.ts';

let server: TestServer;
/** A second server on the same database, which runs one answer at a time. */
let beside: TestServer;
let shell: OperatorShell;
let openai: FakeUpstream;
let groq: FakeUpstream;
const logged: string[] = [];

beforeAll(async () => {
  openai = await startUpstream('openai');
  groq = await startUpstream('groq');
  const providers = [openai.config, groq.config];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  server = await startTestServer({ config: { providers }, log });
  beside = await startTestServer({
    config: { providers, maxAnswers: 1 },
    database: server.database,
  });
  shell = await openOperatorShell(server.database.url, server.platform.config.dataDir);
});

afterAll(async () => {
  expect(await verifyLedger(server.database)).toEqual([]);
  await shell.close();
  await beside.close();
  await server.close();
  await openai.close();
  await groq.close();
});

beforeEach(async () => {
  await server.database.query.execute(sql`delete from provider_spend`);
});

async function cap(micros: number): Promise<void> {
  await setCap(server.platform, 'openai', micros, 'a test');
  for (const one of [server, beside]) {
    await expect.poll(() => one.platform.catalogue.caps.get('openai')).toBe(micros);
  }
}

async function spent(): Promise<number> {
  return (await readSpending(server.database.query, new Date())).get('openai') ?? 0;
}

async function modelOf(id: string): Promise<ChatModel | undefined> {
  const models = (await (await server.fetch('/api/models')).json()) as ChatModel[];
  return models.find((model) => model.id === id);
}

describe('a daily cap of a provider', () => {
  it('pauses its models until tomorrow, free of charge, with another model to ask', async () => {
    const { cookie } = await server.signIn(10);
    await cap(1);
    expect(await modelOf('gpt-4o-mini')).toMatchObject({ available: true, resting: false });
    const first = await readAll(await ask(server, cookie, { text: 'sandbox: fast 3' }));
    expect(first.end?.charged).toBe(1);
    const asked = openai.asked();
    for (const one of [server, beside]) {
      const refused = await ask(one, cookie, { text: 'sandbox: fast 3' });
      expect(refused.status).toBe(422);
      const { error } = (await refused.json()) as { error: unknown };
      expect(error).toMatchObject({
        code: 'model_resting',
        message:
          'GPT-4o-mini rests until tomorrow (UTC), because its budget for today is used up: ask claude-haiku-5-5 instead',
        alternative: 'claude-haiku-5-5',
      });
    }
    expect(openai.asked()).toBe(asked);
    expect(await creditOf(server, cookie)).toEqual({ credit: 9, held: 0 });
    expect(await modelOf('gpt-4o-mini')).toMatchObject({
      available: false,
      resting: true,
      alternative: 'claude-haiku-5-5',
    });
    const target = { model: 'llama-3.1-8b-instant' };
    const other = await readAll(await ask(server, cookie, { target, text: 'sandbox: fast 3' }));
    expect(other.end?.charged).toBe(1);
  });

  it('is reported to the operator once, and in the lists of models and caps', async () => {
    const { cookie } = await server.signIn(10);
    await readAll(await ask(server, cookie, { text: 'sandbox: fast 3' }));
    const alarms = () => logged.filter((line) => line.includes('"alarm":"provider_cap"'));
    await ask(server, cookie, { text: 'sandbox: fast 3' });
    await ask(server, cookie, { text: 'sandbox: fast 3' });
    expect(alarms()).toHaveLength(1);
    expect(JSON.parse(alarms()[0] ?? '')).toMatchObject({ provider: 'openai', dollars: 0.000_001 });
    expect((await shell.run('models', 'cap')).out).toMatch(
      /^openai {2}\$0\.00\d\d today {2}of \$0\.00 {2}RESTS until tomorrow$/m,
    );
    const json = JSON.parse((await shell.run('models', 'cap', '--json')).out) as object;
    expect(json).toMatchObject({ providers: [{ provider: 'openai', daily: 1 }] });
  });

  it('is exceeded by running answers at most, on all servers together', async () => {
    const users = await Promise.all([1, 2, 3, 4].map(() => server.signIn(10)));
    await cap(1);
    const running = users.slice(0, 3).map(({ cookie }, index) => {
      const one = index === 0 ? beside : server;
      return ask(one, cookie, { text: 'sandbox: pause 1000' }).then(readAll);
    });
    const ends = await Promise.all(running);
    expect(ends.map(({ end }) => end?.charged)).toEqual([1, 1, 1]);
    const { rows } = await server.database.query.execute<{ cost: number }>(
      sql`select sum(cost)::int as cost from answer_cost where answer_id in
        (${sql.join(
          ends.map(({ accepted }) => sql`${accepted?.answer_id}`),
          sql`, `,
        )})`,
    );
    expect(await spent()).toBe(rows[0]?.cost);
    expect((await ask(beside, users[3]?.cookie ?? '', { text: 'Hello' })).status).toBe(422);
  });

  it('counts for questions that wait in a queue: none is asked once it is reached', async () => {
    const users = await Promise.all([1, 2, 3].map(() => beside.signIn(10)));
    await cap(1);
    const asked = openai.asked();
    const reading = users.map(async ({ cookie }) =>
      readAll(await ask(beside, cookie, { text: 'sandbox: pause 800' })),
    );
    const ends = (await Promise.all(reading)).map(({ end }) => end);
    expect(ends.filter((end) => end?.charged === 1)).toHaveLength(1);
    expect(ends.filter((end) => end?.reason === 'provider_resting')).toHaveLength(2);
    expect(openai.asked() - asked).toBe(1);
    for (const { cookie } of users) {
      expect((await creditOf(beside, cookie)).held).toBe(0);
    }
  });

  it('is of the day: yesterday does not count, and a higher cap applies at once', async () => {
    const { cookie } = await server.signIn(10);
    await server.database.query.execute(
      sql`insert into provider_spend values ('openai', (now() at time zone 'UTC')::date - 1, 0, 1000000)`,
    );
    await cap(1);
    const first = await readAll(await ask(server, cookie, { text: 'sandbox: fast 3' }));
    expect(first.end?.charged).toBe(1);
    expect((await ask(server, cookie, { text: 'Hello' })).status).toBe(422);
    await cap(50_000_000);
    const second = await readAll(await ask(server, cookie, { text: 'sandbox: fast 3' }));
    expect(second.end?.charged).toBe(1);
  });

  it('closes a model of unknown price before any hold, until the operator sets the price', async () => {
    const { cookie } = await server.signIn(10);
    await cap(50_000_000);
    const { platform } = server;
    await mapModel(platform, 'claude-2', { provider: 'openai', upstream: 'own-model' });
    const available = async () => (await modelOf('claude-2'))?.available;
    await expect.poll(available).toBe(false);
    const asked = openai.asked();
    const target = { model: 'claude-2' };
    const refused = await ask(server, cookie, { target, text: 'sandbox: fast 3' });
    expect(refused.status).toBe(422);
    const { error } = (await refused.json()) as { error: unknown };
    expect(error).toMatchObject({
      code: 'model_unavailable',
      message:
        'Claude 2 is not available, because the operator limits what is spent and its cost is unknown: ask claude-haiku-5-5 instead',
    });
    expect(openai.asked()).toBe(asked);
    expect(await creditOf(server, cookie)).toEqual({ credit: 10, held: 0 });
    expect(logged.filter((line) => line.includes('"alarm":"unknown_price"'))).toHaveLength(1);
    const price = { upstream: 'openai/own-model', input: 1_000_000, output: 1_000_000 };
    await setUpstreamPrice(platform, { ...price, from: '2026-01-01' });
    await expect.poll(available).toBe(true);
    const answered = await readAll(await ask(server, cookie, { target, text: 'sandbox: fast 3' }));
    expect(answered.end?.charged).toBe(2);
    expect(await spent()).toBeGreaterThan(0);
    await mapModel(platform, 'claude-2', undefined);
  });

  it('is set and removed by command, with a record', async () => {
    const set = await shell.run('models', 'cap', 'openai', '--dollars', '0', '--reason', 'stop');
    expect(set).toMatchObject({
      status: 0,
      out: 'openai: at most $0.00 a day (UTC), from now on.\n',
    });
    await expect.poll(() => server.platform.catalogue.caps.get('openai')).toBe(0);
    const { cookie } = await server.signIn(10);
    expect((await ask(server, cookie, { text: 'Hello' })).status).toBe(422);
    const none = await shell.run('models', 'cap', 'openai', '--none', '--reason', 'enough');
    expect(none).toMatchObject({ status: 0, err: '' });
    await expect.poll(() => server.platform.catalogue.caps.size).toBe(0);
    const [last] = await server.database.query
      .select()
      .from(auditEntry)
      .orderBy(desc(auditEntry.id))
      .limit(1);
    expect(last).toMatchObject({
      action: 'models.cap',
      subject: 'openai',
      details: { daily: null, was: 0, reason: 'enough' },
    });
    const again = await shell.run('models', 'cap', 'openai', '--none', '--reason', 'x');
    expect(again.err).toContain('openai has no cap');
    expect((await shell.run('models', 'cap', 'openai', '--dollars', '5')).err).toContain(
      '--reason',
    );
  });
});
