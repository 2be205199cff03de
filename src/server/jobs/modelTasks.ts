import type { Task, TaskList } from 'graphile-worker';
import type { Platform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import { applyPrices } from '#server/services/models/applyPrices.ts';
import { warnOfShutdowns } from '#server/services/models/warnOfShutdowns.ts';

type Dependencies = Pick<Platform, 'database' | 'log' | 'now'> & Partial<Pick<Platform, 'config'>>;

/** The tasks of the model catalogue. A process without the configuration leaves providers to others. */
export function modelTasks(platform: Dependencies): TaskList {
  const { config, database, log } = platform;
  const logged =
    (name: string, work: () => Promise<unknown>): Task =>
    async () => {
      await work().catch((error: unknown) => {
        log.error({ task: name, error: redactedError(error) }, 'a task failed');
        throw new Error(`${name} failed`, { cause: error });
      });
    };
  return {
    apply_model_prices: logged('apply_model_prices', () => applyPrices(database)),
    check_model_shutdowns: logged('check_model_shutdowns', async () => {
      if (config) await warnOfShutdowns({ ...platform, config });
    }),
  };
}
