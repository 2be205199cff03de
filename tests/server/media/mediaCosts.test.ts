import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cappedProviders } from '#domain/models/providers.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';
import { type MediaJobs, startMediaJobs } from '#server/jobs/mediaJobs.ts';
import { readSpending } from '#server/services/costs/spending.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { creditOf, readAll } from '../../setup/chat.ts';
import { makers, order } from '../../setup/mediaJobs.ts';
import { type OperatorShell, openOperatorShell } from '../../setup/operatorProcess.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type Plan, smoothPlan } from '../../setup/studio/plan.ts';
import { Providers } from '../../setup/studio/providers.ts';
import { environmentOf } from '../../setup/studio/studioEnvironment.ts';

let folder: string;
let providers: Providers;
/** Providers whose prices are in the catalogue. */
let known: TestServer;
/** A provider of many models, whose prices only the operator has. */
let unknown: TestServer;
let shell: OperatorShell;
let jobs: MediaJobs | undefined;
const logged: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-costs-'));
  providers = await Providers.start();
  known = await startTestServer({
    environment: environmentOf(providers, ['openai', 'luma', 'suno'], folder),
  });
  const fal = environmentOf(providers, ['fal'], folder);
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  unknown = await startTestServer({ environment: fal, database: known.database, log });
  process.env['FAL_KEY'] = fal['FAL_KEY'];
  process.env['FAL_PICTURE_MODEL'] = fal['FAL_PICTURE_MODEL'];
  shell = await openOperatorShell(known.database.url);
});

beforeEach(async () => {
  providers.after = () => false;
  await known.database.query.execute(sql`delete from provider_spend`);
});

afterAll(async () => {
  delete process.env['FAL_KEY'];
  delete process.env['FAL_PICTURE_MODEL'];
  await stopJobs();
  await shell.close();
  await unknown.close();
  expect(await verifyLedger(known.database)).toEqual([]);
  await known.close();
  await providers.close();
  await rm(folder, { recursive: true, force: true });
});

async function stopJobs(): Promise<void> {
  const stopped = jobs?.stop();
  providers.cut();
  await stopped;
  jobs = undefined;
}

type Asked = { server: TestServer; id: string; cookie: string };

/** Asks a media model while nothing runs jobs. */
async function ask(
  server: TestServer,
  model: string,
  plan: [string, Partial<Plan>],
): Promise<Asked> {
  await stopJobs();
  providers.plans.set(plan[0], { ...smoothPlan, ...plan[1] });
  const { cookie } = await server.signIn(5);
  const response = await order(server, cookie, `a fox #${plan[0]}`, { model });
  const { accepted } = await readAll(response, (reading) => reading.accepted !== undefined);
  return { server, id: accepted?.answer_id ?? '', cookie };
}

/** Runs jobs until this one has ended. */
async function end({ server, id, cookie }: Asked) {
  jobs ??= await startMediaJobs(server.platform);
  return (await readAll(await server.fetch(`/api/chat/answers/${id}/events`, { cookie }))).end;
}

async function spent(provider: string): Promise<number | undefined> {
  return (await readSpending(known.database.query, new Date())).get(provider);
}

async function cap(provider: string, ...options: string[]) {
  const run = await shell.run('models', 'cap', provider, ...options, '--reason', 'a test');
  const isSet = options[0] !== '--none';
  for (const { platform } of [known, unknown]) {
    await expect.poll(() => platform.catalogue.caps.has(provider)).toBe(isSet);
  }
  return run;
}

describe('a daily cap', () => {
  it('can be set for every provider that can be configured', async () => {
    for (const provider of cappedProviders) {
      expect(await cap(provider, '--dollars', '5')).toMatchObject({ status: 0, err: '' });
      expect(await cap(provider, '--none')).toMatchObject({ status: 0, err: '' });
    }
    expect(cappedProviders).toEqual(
      expect.arrayContaining(['luma', 'suno', 'fal', 'replicate', 'brave', 'tavily']),
    );
  });

  it('pauses a provider of videos once it is reached', async () => {
    await cap('luma', '--dollars', '0.1');
    const first = await ask(known, makers.video, ['capped', {}]);
    expect(await end(first)).toMatchObject({ state: 'finished', charged: 5 });
    expect(await spent('luma')).toBe(150_000);
    const { cookie } = await known.signIn(5);
    const refused = await order(known, cookie, 'a fox', { model: makers.video });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ error: { code: 'model_resting' } });
    expect(await creditOf(known, cookie)).toEqual({ credit: 5, held: 0 });
    await cap('luma', '--none');
  });
});

describe('the cost of a job', () => {
  it('is counted for each provider, two songs for an order of music', async () => {
    for (const [name, model] of Object.entries(makers)) {
      const asked = await ask(known, model, [`finished_${name}`, {}]);
      expect(await end(asked)).toMatchObject({ state: 'finished' });
      const [job] = await known.database.query
        .select()
        .from(mediaJob)
        .where(eq(mediaJob.answerId, asked.id));
      expect(job?.cost).toBeGreaterThan(0);
      expect(await spent(job?.provider ?? '')).toBe(job?.cost);
    }
    expect(await spent('suno')).toBe(60_000);
    expect(await spent('luma')).toBe(150_000);
  });

  it('is counted though the user stopped it, because the provider had accepted the order', async () => {
    const asked = await ask(known, makers.video, ['stopped', { outcome: 'never' }]);
    providers.after = async (call) => {
      if (call.startsWith('GET ') && providers.ordersOf('stopped').length > 0) {
        await known.fetch(`/api/chat/answers/${asked.id}/stop`, {
          method: 'POST',
          cookie: asked.cookie,
        });
      }
      return false;
    };
    expect(await end(asked)).toMatchObject({ state: 'stopped', charged: 0 });
    expect(await spent('luma')).toBe(150_000);
  });

  it('is counted once for a result after the deadline, and is free for the user', async () => {
    const asked = await ask(known, makers.video, ['late', { outcome: 'late' }]);
    const { query } = known.database;
    const isIt = eq(mediaJob.answerId, asked.id);
    const job = async () => (await query.select().from(mediaJob).where(isIt))[0];
    jobs = await startMediaJobs(known.platform);
    await expect.poll(async () => (await job())?.ticket, { timeout: 20_000 }).not.toBeNull();
    await query.update(mediaJob).set({ deadline: new Date() }).where(isIt);
    expect(await end(asked)).toMatchObject({ state: 'failed', reason: 'deadline_passed' });
    expect(await spent('luma')).toBe(150_000);
    for (const begun of providers.ordersOf('late')) begun.isOverdue = true;
    await expect.poll(async () => (await job())?.state, { timeout: 20_000 }).toBe('stored');
    expect(await spent('luma')).toBe(150_000);
    expect(await creditOf(known, asked.cookie)).toEqual({ credit: 5, held: 0 });
  });

  it('is zero if it was stopped before the order, or if the provider reports a failure', async () => {
    const waiting = await ask(known, makers.video, ['waiting', {}]);
    const path = `/api/chat/answers/${waiting.id}/stop`;
    await known.fetch(path, { method: 'POST', cookie: waiting.cookie });
    expect(await end(waiting)).toMatchObject({ state: 'stopped' });
    const failing = await ask(known, makers.video, ['failing', { outcome: 'failed' }]);
    expect(await end(failing)).toMatchObject({ state: 'failed' });
    expect(await spent('luma')).toBeUndefined();
  });
});

describe('a model of unknown cost', () => {
  const upstream = 'fal/maker/pictures';

  it('is refused before any hold while its provider has a cap', async () => {
    const set = await cap('fal', '--dollars', '5');
    expect(set.out).toContain(
      `${upstream} has no known price and is refused while there is a cap: dolores prices set ${upstream}`,
    );
    const { cookie, userId } = await unknown.signIn(5);
    const refused = await order(unknown, cookie, 'a fox', { model: makers.picture });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      error: {
        code: 'model_unavailable',
        message: expect.stringContaining('its cost is unknown') as string,
      },
    });
    const { rows } = await known.database.query.execute(
      sql`select kind from ledger_entry where user_id = ${userId} and kind <> 'grant'`,
    );
    expect(rows).toEqual([]);
    const listed = (await (await unknown.fetch('/api/models')).json()) as { id: string }[];
    expect(listed.find(({ id }) => id === makers.picture)).toMatchObject({
      available: false,
      resting: false,
    });
    const alarms = logged.filter((line) => line.includes('"alarm":"unknown_price"'));
    expect(alarms).toHaveLength(1);
    expect(alarms[0]).toContain(upstream);
  });

  it('is made and counted once the operator sets its price', async () => {
    const set = await shell.run('prices', 'set', upstream, '--each', '0.003');
    expect(set).toMatchObject({ status: 0, err: '' });
    expect((await shell.run('prices', 'list')).out).toContain(`${upstream}  $0.003 each`);
    const isKnown = () =>
      unknown.platform.catalogue.mediaPrices.some((price) => price.upstream === upstream);
    await expect.poll(isKnown).toBe(true);
    const asked = await ask(unknown, makers.picture, ['priced', {}]);
    expect(await end(asked)).toMatchObject({ state: 'finished', charged: 4 });
    expect(await spent('fal')).toBe(3_000);
    await cap('fal', '--none');
  });

  it('takes a price of one kind: per token or per file', async () => {
    const both = await shell.run('prices', 'set', upstream, '--each', '1', '--input', '1');
    expect(both.err).toContain('--each for pictures');
    expect((await shell.run('prices', 'set', upstream)).err).toContain('--input and --output');
    expect((await shell.run('prices', 'set', 'groq/x', '--each', '1')).err).toContain('replicate');
  });
});

describe('the space of a user', () => {
  it('must fit both songs of an order', async () => {
    const { media } = known.platform.config;
    const config = { media: { ...media, files: { free: 1, basic: 1, pro: 1 } } };
    const small = await startTestServer({ config, database: known.database });
    const { cookie } = await small.signIn(10);
    const music = await order(small, cookie, 'a song', { model: makers.music });
    expect(await music.json()).toMatchObject({ error: { code: 'media_quota' } });
    expect(await creditOf(small, cookie)).toEqual({ credit: 10, held: 0 });
    const picture = await order(small, cookie, 'a fox', { model: makers.picture });
    expect(picture.status).toBe(200);
    await readAll(picture, (reading) => reading.accepted !== undefined);
    await small.close();
  });
});
