import type { JobHelpers, TaskList } from 'graphile-worker';
import type { Platform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import { applyEvents } from '#server/services/orders/applyEvents.ts';
import { reconcileOrders } from '#server/services/orders/reconcileOrders.ts';
import { eventsTask } from '#server/services/orders/wakeEvents.ts';

type Dependencies = Pick<Platform, 'database' | 'log' | 'now'> &
  Partial<Pick<Platform, 'config' | 'payments'>>;

/** The tasks of payments. A process without a provider leaves them to others. */
export function paymentTasks(platform: Dependencies): TaskList {
  const { config, payments, log, now } = platform;
  if (!config || !payments || payments.size === 0) return nothing();
  const dependencies = { ...platform, config, payments };
  return {
    [eventsTask]: async (_, helpers) => {
      const next = await applyEvents(dependencies).catch((error: unknown) => fail(error, 'events'));
      if (next) await tryAgainAt(helpers, next);
    },
    reconcile_orders: async (payload) => {
      const since = new Date(now().getTime() - hoursOf(payload) * 3_600_000);
      await reconcileOrders(dependencies, since);
    },
  };

  function fail(error: unknown, task: string): never {
    log.error({ task, error: redactedError(error) }, 'a task failed');
    throw new Error(`${task} failed`, { cause: error });
  }
}

/** A message that came meanwhile has its job already, which must not become later. */
async function tryAgainAt({ addJob }: JobHelpers, runAt: Date): Promise<void> {
  await addJob(eventsTask, {}, { jobKey: eventsTask, jobKeyMode: 'preserve_run_at', runAt });
}

/** Tasks of the crontab must exist in every process. */
function nothing(): TaskList {
  return { [eventsTask]: async () => undefined, reconcile_orders: async () => undefined };
}

function hoursOf(payload: unknown): number {
  const { hours } = payload as { hours?: unknown };
  return typeof hours === 'number' ? hours : 2;
}
