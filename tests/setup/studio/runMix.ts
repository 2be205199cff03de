import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type MediaProviderName, mediaLane, mediaProviderNames } from '#domain/models/providers.ts';
import { failuresToClose } from '#domain/models/providerCircuit.ts';
import { callbackKey } from '#server/services/media/jobs/callbackKey.ts';
import { type Job, type JobRow, checkJob, rowOf, startJob } from './jobs.ts';
import type { Mix, JobRequest } from './mix.ts';
import type { Plan } from './plan.ts';
import type { Studio } from './studio.ts';

/** Milliseconds between two callbacks of a provider about one order. */
const callbackMilliseconds = 1_000;

/** Milliseconds after which a job that has not ended is one that never ends. */
const endMilliseconds = 120_000;

type Asked = Job & JobRequest & { stopped: Date | undefined };

/**
 * Has everything of a mix made at once, while workers are killed, and checks each job. A job that has not ended by
 * itself ends at its deadline, which comes early here.
 */
export async function runMix(studio: Studio, { jobRequests, kills }: Mix): Promise<void> {
  const before = studio.workers.kills;
  await studio.workers.ready();
  await reopenProviders(studio);
  const calling = new AbortController();
  const first = studio.providers.plans.size;
  const started = Promise.all(
    jobRequests.map((jobRequest, index) => ask(studio, jobRequest, `mix${first + index}`)),
  );
  const killing = kills.map(async ({ worker, after }) => {
    await pause(after);
    studio.workers.kill(worker);
  });
  const jobs = (await started).filter((job) => job !== undefined);
  const calls = callBack(studio, jobs, calling.signal);
  try {
    await Promise.all(killing);
    await waitForEnds(studio, jobs.filter(endsByItself));
    await passDeadlines(studio);
    await waitForEnds(studio, jobs);
    for (const order of studio.providers.orders) order.isOverdue = true;
    await deliverLate(studio, jobs);
  } finally {
    calling.abort();
    await calls;
  }
  const killed = studio.workers.kills > before;
  const wrong: string[] = [];
  for (const job of jobs) wrong.push(...(await wrongsOf(studio, job, killed)));
  expect(wrong).toEqual([]);
  await studio.check();
}

/** Those that an earlier mix has closed are asked again. */
async function reopenProviders(studio: Studio): Promise<void> {
  studio.providers.failures.clear();
  for (const name of mediaProviderNames) {
    await studio.serverOf(name).platform.accounts.reopen(mediaLane(name));
  }
}

/** Throws the state of the jobs that do not end. */
async function waitForEnds(studio: Studio, jobs: readonly Asked[]): Promise<void> {
  const waiting = new Set(jobs);
  const ends = jobs.map((job) => job.end.then(() => waiting.delete(job)));
  const over = new AbortController();
  const late = pause(endMilliseconds, 'late', { signal: over.signal }).catch(() => undefined);
  const first = await Promise.race([Promise.all(ends), late]);
  over.abort();
  if (first !== 'late') return;
  const rows = await Promise.all([...waiting].map((job) => rowOf(studio, job)));
  const about = [...waiting].map(({ plan }, index) => ({ plan, row: rows[index] }));
  throw new Error(
    `Jobs do not end: ${JSON.stringify(about)} ${studio.workers.output.slice(-2_000)}`,
  );
}

/** Returns nothing if the provider has been closed meanwhile, so that the question is refused. */
async function ask(
  studio: Studio,
  jobRequest: JobRequest,
  name: string,
): Promise<Asked | undefined> {
  const { provider, plan } = jobRequest;
  const job = await startJob(studio, provider, name, plan).catch((error: unknown) => {
    if (!String(error).includes('model_unavailable') || !canBeClosed(studio, provider)) throw error;
  });
  if (!job) return undefined;
  const asked: Asked = { ...job, ...jobRequest, stopped: undefined };
  if (jobRequest.stopAfter !== undefined) void stop(studio, asked, jobRequest.stopAfter);
  return asked;
}

async function stop(studio: Studio, job: Asked, after: number): Promise<void> {
  await pause(after);
  const path = `/api/chat/answers/${job.answerId}/stop`;
  const { cookie } = job;
  const response = await studio.serverOf(job.provider).fetch(path, { method: 'POST', cookie });
  expect(response.status).toBeLessThan(300);
  job.stopped = new Date();
}

/** Calls back repeatedly about started orders, also without news. */
async function callBack(
  studio: Studio,
  jobs: readonly Asked[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    for (const { name, provider, answerId } of jobs) {
      if (studio.providers.ordersOf(name).length === 0) continue;
      const server = studio.serverOf(provider);
      const key = callbackKey(server.platform.config, answerId);
      const path = `/api/media/callbacks/${answerId}/${key}`;
      const response = await server.fetch(path, { method: 'POST', body: '{"status":"?"}' });
      expect(response.status).toBe(200);
    }
    await studio.database.query.execute(hurry);
    await pause(callbackMilliseconds);
  }
}

/** Work that waits for its next step becomes due. */
const hurry = sql`update media_job set next_step = least(next_step, now() - interval '4 s')
  where started is not null and lease_ends is null and next_step is not null`;

async function passDeadlines({ database: { query } }: Studio): Promise<void> {
  await query.execute(sql`update media_job set deadline = now(), next_step = now() - interval '4 s'
    where state in ('queued', 'submitted', 'running')`);
}

async function deliverLate(studio: Studio, jobs: readonly Asked[]): Promise<void> {
  for (const job of jobs) {
    if (job.plan.outcome !== 'late') continue;
    const { state, ticket } = await rowOf(studio, job);
    if (state !== 'expired' || ticket === null) continue;
    await expect.poll(() => rowOf(studio, job)).toMatchObject({ state: 'stored' });
  }
}

function endsByItself({ provider, plan: { outcome }, stopAfter }: Asked): boolean {
  if (stopAfter !== undefined || provider === 'openai') return true;
  return outcome !== 'never' && outcome !== 'late';
}

/** Returns the faults of a job, with its events. */
async function wrongsOf(studio: Studio, job: Asked, wasKilled: boolean): Promise<string[]> {
  try {
    await checkRequest(studio, job, wasKilled);
    return [];
  } catch (error) {
    const { provider, plan, stopAfter } = job;
    const { state, reason, maybeCharged } = await rowOf(studio, job);
    const about = { provider, plan, stopAfter, state, reason, maybeCharged };
    return [`${String(error)}: ${JSON.stringify(about)}`];
  }
}

async function checkRequest(studio: Studio, job: Asked, wasKilled: boolean): Promise<void> {
  const row = await checkJob(studio, job);
  const { charged } = await job.end;
  const isStopped = job.stopped !== undefined && row.ended !== null && row.ended > job.stopped;
  if (isStopped || !canBeMade(job)) expect(charged, 'charged').toBe(0);
  const isUnknown = wasKilled && row.reason === 'outcome_unknown';
  if (!canBeMade(job) || job.stopAfter !== undefined || isUnknown) return;
  if (isShutOut(studio, job, row)) return;
  expect(row).toMatchObject({ state: 'stored', reason: null });
}

/** Whether an order was never begun because its provider had failed so often that it may have been closed. */
function isShutOut(studio: Studio, { name, provider }: Asked, { reason }: JobRow): boolean {
  const isBegun = studio.providers.ordersOf(name).length > 0;
  return reason === 'upstream_busy' && canBeClosed(studio, provider) && !isBegun;
}

function canBeClosed({ providers }: Studio, name: MediaProviderName): boolean {
  return (providers.failures.get(name) ?? 0) >= failuresToClose;
}

/** Whether a provider begins an order and makes it in time, and the worker finds out. */
function canBeMade({ provider, plan }: JobRequest): boolean {
  const { outcome } = plan;
  const isMade = provider === 'openai' ? !outcome.startsWith('made ') : outcome === 'made';
  return isMade && isTaken(provider, plan);
}

function isTaken(provider: JobRequest['provider'], { submits }: Plan): boolean {
  const last = submits.at(-1);
  const decisive = submits.find((reply) => !/429|503/.test(reply)) ?? last;
  if (decisive === 'take') return true;
  return provider === 'replicate' && decisive?.endsWith('after') === true;
}
