import {
  type JobHelpers,
  type Runner,
  type Task,
  type TaskList,
  Logger as WorkerLogger,
  run,
} from 'graphile-worker';
import type { Platform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import { deleteOldEvents } from '#server/services/chat/deleteOldEvents.ts';
import { expireEndedLots } from '#server/services/credits/expire.ts';
import { cleanUpLogins } from '#server/services/login/cleanUp.ts';
import { HistoryPending } from '#server/services/ranking/countPeriod.ts';
import { freezePeriods } from '#server/services/ranking/freezePeriods.ts';

/** When each task runs (UTC); `?fill` catches up with what was missed while nothing ran. */
const crontab = `
*/5 * * * * expire_lots ?fill=1h
17 * * * * clean_up ?fill=1d
5 * * * * freeze_rankings ?fill=1d
`;

/** Periods that one run freezes at most. */
const periodsAtOnce = 100;

type Means = Pick<Platform, 'database' | 'log' | 'now'>;

/** Runs the tasks of the crontab in this process; any number of processes share the work. */
export async function startJobs(platform: Means): Promise<Runner> {
  return run({
    pgPool: platform.database.pool,
    taskList: tasks(platform),
    crontab,
    concurrency: 2,
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning')
        platform.log.warn({ job: message.slice(0, 200) }, 'jobs');
    }),
  });
}

function tasks(platform: Means): TaskList {
  const logged =
    (name: string, work: (helpers: JobHelpers) => Promise<unknown>): Task =>
    async (_, helpers) => {
      try {
        await work(helpers);
      } catch (error) {
        platform.log.error({ task: name, error: redactedError(error) }, 'a task failed');
        throw new Error(`${name} failed`, { cause: error });
      }
    };
  return {
    expire_lots: logged('expire_lots', () => expireEndedLots(platform.database, platform.now())),
    clean_up: logged('clean_up', async () => {
      await cleanUpLogins(platform);
      await deleteOldEvents(platform.database);
    }),
    freeze_rankings: logged('freeze_rankings', async ({ addJob }) => {
      const isMore = await freezeSome(platform);
      // Years of a history that was just imported go on in another job, so that none runs for long.
      if (isMore) await addJob('freeze_rankings', {}, { jobKey: 'freeze_rankings_rest' });
    }),
  };
}

/** Whether more is due. An import that is not finished is no failure: the next run looks again. */
async function freezeSome({ database, log, now }: Means): Promise<boolean> {
  try {
    return (await freezePeriods(database, now(), periodsAtOnce)).isMore;
  } catch (error) {
    if (!(error instanceof HistoryPending)) throw error;
    log.warn({ reason: error.message }, 'rankings wait');
    return false;
  }
}
