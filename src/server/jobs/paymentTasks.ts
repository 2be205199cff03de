import type { JobHelpers, TaskList } from 'graphile-worker';
import type { Platform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import { applyEvents } from '#server/services/orders/applyEvents.ts';
import { askedDay, compareTask } from '#server/services/orders/comparisons/askForComparison.ts';
import { compareProviders } from '#server/services/orders/comparisons/compareProviders.ts';
import { reconcileOrders } from '#server/services/orders/reconcileOrders.ts';
import { askNewRefunds } from '#server/services/orders/refunds/reconcileRefunds.ts';
import { mailWithdrawals } from '#server/services/orders/withdrawals/mailWithdrawals.ts';
import { settleWithdrawals } from '#server/services/orders/withdrawals/settleWithdrawals.ts';
import { eventsTask, refundsTask, withdrawalsTask } from '#server/services/orders/wakeTask.ts';

type Dependencies = Pick<Platform, 'database' | 'log' | 'now'> &
  Partial<Pick<Platform, 'config' | 'mail' | 'payments'>>;

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
    [refundsTask]: () =>
      askNewRefunds(dependencies).catch((error: unknown) => fail(error, 'refunds')),
    [withdrawalsTask]: () => withdraw().catch((error: unknown) => fail(error, 'withdrawals')),
    reconcile_orders: async (payload) => {
      const since = new Date(now().getTime() - hoursOf(payload) * 3_600_000);
      await reconcileOrders(dependencies, since);
    },
    [compareTask]: async (payload) => {
      await compareProviders(dependencies, askedDay(payload)).catch((error: unknown) =>
        fail(error, compareTask),
      );
    },
  };

  async function withdraw(): Promise<void> {
    await settleWithdrawals(dependencies);
    if (platform.mail) await mailWithdrawals({ ...dependencies, mail: platform.mail });
  }

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
  const idle = async () => undefined;
  return {
    [eventsTask]: idle,
    [refundsTask]: idle,
    [withdrawalsTask]: idle,
    reconcile_orders: idle,
    [compareTask]: idle,
  };
}

function hoursOf(payload: unknown): number {
  const { hours } = payload as { hours?: unknown };
  return typeof hours === 'number' ? hours : 2;
}
