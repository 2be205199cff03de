import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { MediaProviderName } from '#domain/models/providers.ts';
import { isOpen } from '#domain/media/mediaJob.ts';
import { type JobRow, checkJob, rowOf, startJob } from './jobs.ts';
import { smoothPlan } from './plan.ts';
import type { Studio } from './studio.ts';

/**
 * Has something made by a worker that is killed after a step, and by the next one. Returns the name of the step;
 * `undefined` when everything was over before.
 */
export async function runKilled(
  studio: Studio,
  provider: MediaProviderName,
  chosen: number | RegExp,
): Promise<string | undefined> {
  const { steps, workers, providers } = studio;
  await workers.ready();
  steps.choose(chosen);
  const job = await startJob(studio, provider, `${provider}${providers.orders.length}`, smoothPlan);
  let left: JobRow | undefined;
  studio.afterKill = async () => {
    left = await settledRowOf(studio, job);
  };
  await job.end;
  await workers.ready();
  const step = steps.killedAfter;
  try {
    const row = await checkJob(studio, job);
    const isFound = provider === 'replicate' && providers.ordersOf(job.name).length > 0;
    const isUnknown = left !== undefined && isUnclear(left) && !isFound;
    expect(row).toMatchObject(
      isUnknown
        ? { state: 'failed', reason: 'outcome_unknown', maybeCharged: true }
        : { state: 'stored', reason: null, maybeCharged: false },
    );
    return step;
  } catch (error) {
    throw new Error(`${provider}, killed after ${step ?? 'its end'}`, { cause: error });
  }
}

/** Reads the job after the last statement of the killed worker: on a busy machine the database still runs it. */
function settledRowOf(studio: Studio, job: Parameters<typeof rowOf>[1]): Promise<JobRow> {
  return studio.database.query.transaction(async (transaction) => {
    await transaction.execute(sql`lock table media_job in share mode`);
    return rowOf(studio, job);
  });
}

/** Whether the process was killed between the note that an order is tried and that of its place. */
function isUnclear({ state, submitTried, ticket }: JobRow): boolean {
  return isOpen(state) && submitTried !== null && ticket === null;
}
