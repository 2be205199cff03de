import type { TaskDependencies, Work } from '#server/jobs/loggedTasks.ts';
import { applyPrices } from '#server/services/models/applyPrices.ts';
import { warnOfShutdowns } from '#server/services/models/warnOfShutdowns.ts';

/** Returns the tasks of the model catalogue. Without configuration, providers are left to other processes. */
export function modelTasks(platform: TaskDependencies): Record<string, Work> {
  const { config, database } = platform;
  return {
    apply_model_prices: () => applyPrices(database),
    check_model_shutdowns: async () => {
      if (config) await warnOfShutdowns({ ...platform, config });
    },
  };
}
