import type { JobHelpers, TaskList } from 'graphile-worker';
import type { CorePlatform, Platform, StoragePlatform } from '#server/context.ts';
import { isDatabaseGone, redactedError } from '#server/errors.ts';
import { noteFailure, noteSuccess } from '#server/services/alarms/noteFailure.ts';

/** The parts of a server that tasks need. A process without mail or payments leaves their tasks to others. */
export type TaskPlatform = StoragePlatform &
  Partial<Pick<Platform, 'mail' | 'payments' | 'replica'>>;

/** The work of a task. Its result is ignored. */
export type Work = (payload: unknown, helpers: JobHelpers) => Promise<unknown>;

/**
 * Returns tasks that log a line each. A failure is logged without secrets, noted for the alarms, and thrown again so that
 * graphile-worker retries.
 */
export function loggedTasks(
  platform: CorePlatform,
  tasks: Readonly<Record<string, Work>>,
): TaskList {
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
        platform.log.info({ ...line(), state: 'finished' }, 'job');
      } catch (error) {
        platform.log.error(
          { ...line(), state: 'failed', error: redactedError(error) },
          'a task failed',
        );
        if (!isDatabaseGone(error))
          await noteFailure(platform, { name: 'task_fails', subject: name });
        throw new Error(`${name} failed`, { cause: error });
      }
      await noteSuccess(platform, { name: 'task_fails', subject: name });
    };
    return [name, task] as const;
  });
  return Object.fromEntries(logged);
}
