import type { TaskPlatform, Work } from '#server/jobs/loggedTasks.ts';
import { probeProviders } from '#server/services/costs/probeProviders.ts';
import { applyPrices } from '#server/services/models/applyPrices.ts';
import { warnOfShutdowns } from '#server/services/models/warnOfShutdowns.ts';

/** Returns the tasks of the model catalogue. */
export function modelTasks(platform: TaskPlatform): Record<string, Work> {
  return {
    apply_model_prices: () => applyPrices(platform),
    check_model_shutdowns: () => warnOfShutdowns(platform),
    probe_providers: () => probeProviders(platform),
  };
}
