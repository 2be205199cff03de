import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '#server/db/schema/chat.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';
import { type MediaJobs, startMediaJobs } from '#server/jobs/mediaJobs.ts';
import { verifyLedger } from '#server/services/credits/verify.ts';
import { blockUser } from '#server/services/people/blockUser.ts';
import { readAll } from '../../setup/chat.ts';
import { makers, order } from '../../setup/mediaJobs.ts';
import { type TestServer, startTestServer } from '../../setup/server.ts';
import { type Plan, smoothPlan } from '../../setup/studio/plan.ts';
import { Providers } from '../../setup/studio/providers.ts';
import { environmentOf } from '../../setup/studio/studioEnvironment.ts';

let folder: string;
let providers: Providers;
let server: TestServer;
let jobs: MediaJobs | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolores-endings-'));
  providers = await Providers.start();
  server = await startTestServer({
    environment: environmentOf(providers, ['fal', 'replicate'], folder),
  });
});

beforeEach(() => {
  providers.after = () => false;
});

afterAll(async () => {
  await stopJobs();
  await server.close();
  await providers.close();
  await rm(folder, { recursive: true, force: true });
});

type Asked = { id: string; userId: string; cookie: string };

/** Asks for a picture while nothing runs jobs. */
async function ask(
  name: string,
  plan: Partial<Plan>,
  model: string = makers.picture,
): Promise<Asked> {
  await stopJobs();
  providers.plans.set(name, { ...smoothPlan, ...plan });
  const { userId, cookie } = await server.signIn(5);
  const response = await order(server, cookie, `a fox #${name}`, { model });
  const { accepted } = await readAll(response, (reading) => reading.accepted !== undefined);
  return { id: accepted?.answer_id ?? '', userId, cookie };
}

/** Steps end before their process does, also those that wait for a provider. */
async function stopJobs(): Promise<void> {
  const stopped = jobs?.stop();
  providers.cut();
  await stopped;
  jobs = undefined;
}

/** Runs jobs until this one has ended. */
async function makeIt({ id, cookie }: Asked) {
  jobs = await startMediaJobs(server.platform);
  const { end } = await readAll(await server.fetch(`/api/chat/answers/${id}/events`, { cookie }));
  const { query } = server.database;
  const [row] = await query.select().from(mediaJob).where(eq(mediaJob.answerId, id));
  expect(await verifyLedger(server.database)).toEqual([]);
  return { end, row };
}

function change({ id }: Asked, job: Partial<typeof mediaJob.$inferInsert>): Promise<unknown> {
  return server.database.query.update(mediaJob).set(job).where(eq(mediaJob.answerId, id));
}

function endIn(milliseconds: number, asked: Asked): Promise<unknown> {
  return change(asked, { deadline: new Date(Date.now() + milliseconds) });
}

function stop({ id, cookie }: Asked): Promise<Response> {
  return server.fetch(`/api/chat/answers/${id}/stop`, { method: 'POST', cookie });
}

describe('a job of media', () => {
  it('fails once for a picture that cannot be decoded', async () => {
    const { end, row } = await makeIt(await ask('broken', { outcome: 'made broken' }));
    expect(end).toMatchObject({ state: 'failed', reason: 'unusable_result', charged: 0 });
    expect(row).toMatchObject({ state: 'failed', maybeCharged: true });
    expect(providers.ordersOf('broken')).toMatchObject([{ downloads: 1 }]);
  });

  it('continues though its provider does not find it yet', async () => {
    const { end } = await makeIt(await ask('unknown', { polls: [{ does: 'answer 404' }] }));
    expect(end).toMatchObject({ state: 'finished', charged: 4 });
  });

  it('fails when its provider repeatedly refuses to report its state', async () => {
    const polls = Array.from({ length: 9 }, () => ({ does: 'answer 404' }) as const);
    const asked = await ask('gone', { polls });
    await change(asked, { failures: 3 });
    const { end, row } = await makeIt(asked);
    expect(end).toMatchObject({ state: 'failed', reason: 'upstream_error', charged: 0 });
    expect(row).toMatchObject({ state: 'failed', maybeCharged: true, polls: 1 });
  });

  it('ends at its deadline while its provider never finishes the request', async () => {
    const asked = await ask('silent', { submits: ['never answer'] });
    await endIn(2_000, asked);
    const { end } = await makeIt(asked);
    expect(end).toMatchObject({ state: 'failed', charged: 0 });
  });

  it('is free when it was stopped before its file arrived', async () => {
    const asked = await ask('fetched', {});
    providers.after = async (call) => {
      const [begun] = providers.ordersOf('fetched');
      if (call.startsWith('GET /files/') && begun?.downloads === 1) await stop(asked);
      return false;
    };
    const { end } = await makeIt(asked);
    expect(end).toMatchObject({ state: 'stopped', charged: 0 });
  });

  it('is cancelled at its provider, free of charge, when its user is blocked', async () => {
    const asked = await ask('blocked', { outcome: 'never' });
    providers.after = async (call) => {
      const hasBegun = call.startsWith('GET ') && providers.ordersOf('blocked').length > 0;
      if (hasBegun) await blockUser(server.platform, asked.userId, 'spam');
      return false;
    };
    jobs = await startMediaJobs(server.platform);
    const end = async () => {
      const { query } = server.database;
      const [row] = await query.select().from(answer).where(eq(answer.id, asked.id));
      return [row?.state, row?.charged];
    };
    await expect.poll(end, { timeout: 20_000 }).toEqual(['stopped', 0]);
    expect(providers.ordersOf('blocked')).toMatchObject([{ isCancelled: true }]);
    expect(await verifyLedger(server.database)).toEqual([]);
  });

  it.each([
    ['fal', makers.picture],
    ['replicate', makers.video],
  ])('is cancelled at %s when it is stopped', async (name, model) => {
    const plan = `cancel_${name}`;
    const asked = await ask(plan, { outcome: 'never' }, model);
    providers.after = async (call) => {
      if (call.startsWith('GET ') && providers.ordersOf(plan).length > 0) await stop(asked);
      return false;
    };
    const { end } = await makeIt(asked);
    expect(end).toMatchObject({ state: 'stopped', charged: 0 });
    expect(providers.ordersOf(plan)).toMatchObject([{ isCancelled: true }]);
  });

  it('is stopped while its provider never finishes the request', async () => {
    const asked = await ask('silence', { submits: ['never answer'] });
    providers.after = async (call) => {
      if (call.startsWith('POST /fal/maker')) await stop(asked);
      return false;
    };
    const { end, row } = await makeIt(asked);
    expect(end).toMatchObject({ state: 'stopped', charged: 0 });
    expect(row).toMatchObject({ state: 'failed', maybeCharged: true });
  });

  // The last one: its late result is asked for while others would run.
  it('ends at its deadline while its file never ends', async () => {
    const asked = await ask('drops', { files: ['drip', 'answer 500'] });
    await endIn(4_000, asked);
    const { end, row } = await makeIt(asked);
    expect(end).toMatchObject({ state: 'failed', reason: 'deadline_passed', charged: 0 });
    expect(row).toMatchObject({ state: 'expired' });
  });
});
