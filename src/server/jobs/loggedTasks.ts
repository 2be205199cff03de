import type { JobHelpers, TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Platform, StoragePlatform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';

/** The parts of a server that tasks need. A process without mail or payments leaves their tasks to others. */
export type TaskPlatform = StoragePlatform & Partial<Pick<Platform, 'mail' | 'payments'>>;

/** The work of a task. Its result is ignored. */
export type Work = (payload: unknown, helpers: JobHelpers) => Promise<unknown>;

/** Returns tasks that log a line each, a failure without secrets, and throw it again so that graphile-worker retries. */
export function loggedTasks(log: Logger, tasks: Readonly<Record<string, Work>>): TaskList {
  const logged = Object.entries(tasks).map(([name, work]) => {
    const task = async (payload: unknown, helpers: JobHelpers): Promise<void> => {
      const start = performance.now();
      const line = () => {
        const { id, attempts } = helpers.job;
        return {
          task: name,
          job: id,
          attempts,
          milliseconds: Math.round(performance.now() - start),
        };
      };
      try {
        await work(payload, helpers);
        log.info({ ...line(), state: 'finished' }, 'job');
      } catch (error) {
        log.error({ ...line(), state: 'failed', error: redactedError(error) }, 'a task failed');
        throw new Error(`${name} failed`, { cause: error });
      }
    };
    return [name, task] as const;
  });
  return Object.fromEntries(logged);
}
