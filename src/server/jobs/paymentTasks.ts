import type { JobHelpers } from 'graphile-worker';
import type { PaymentPlatform } from '#server/context.ts';
import type { TaskPlatform, Work } from '#server/jobs/loggedTasks.ts';
import { applyEvents } from '#server/services/orders/events/applyEvents.ts';
import { askedDay, compareTask } from '#server/services/orders/comparisons/askForComparison.ts';
import { compareProviders } from '#server/services/orders/comparisons/compareProviders.ts';
import { reconcileOrders } from '#server/services/orders/payments/reconcileOrders.ts';
import { askNewRefunds } from '#server/services/orders/refunds/reconcileRefunds.ts';
import { mailWithdrawals } from '#server/services/orders/withdrawals/mailWithdrawals.ts';
import { settleWithdrawals } from '#server/services/orders/withdrawals/settleWithdrawals.ts';
import { eventsTask, refundsTask, withdrawalsTask } from '#server/services/orders/taskNames.ts';

/**
 * Returns the tasks of payments. Without a payment provider they do nothing, because every process needs all tasks of the
 * crontab.
 */
export function paymentTasks(platform: TaskPlatform): Record<string, Work> {
  const { payments, mail, now } = platform;
  const paying = payments && payments.size > 0 ? { ...platform, payments } : undefined;
  const ifActive =
    (work: (platform: PaymentPlatform, ...rest: Parameters<Work>) => Promise<unknown>): Work =>
    async (payload, helpers) =>
      paying && work(paying, payload, helpers);
  return {
    [eventsTask]: ifActive(async (all, _, helpers) => {
      const next = await applyEvents(all);
      if (next) await retryAt(helpers, next);
    }),
    [refundsTask]: ifActive((all) => askNewRefunds(all)),
    [withdrawalsTask]: ifActive(async (all) => {
      await settleWithdrawals(all);
      if (mail) await mailWithdrawals({ ...all, mail });
    }),
    reconcile_orders: ifActive((all, payload) =>
      reconcileOrders(all, new Date(now().getTime() - hoursOf(payload) * 3_600_000)),
    ),
    [compareTask]: ifActive((all, payload) => compareProviders(all, askedDay(payload))),
  };
}

/** A message that arrived meanwhile has a job already, whose time must not become later. */
async function retryAt({ addJob }: JobHelpers, runAt: Date): Promise<void> {
  await addJob(eventsTask, {}, { jobKey: eventsTask, jobKeyMode: 'preserve_run_at', runAt });
}

function hoursOf(payload: unknown): number {
  const { hours } = payload as { hours?: unknown };
  return typeof hours === 'number' ? hours : 2;
}
