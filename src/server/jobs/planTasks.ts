import type { Task, TaskList } from 'graphile-worker';
import type { Platform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import { cancellationsTask } from '#server/services/orders/wakeTask.ts';
import { applyCancellations } from '#server/services/subscriptions/cancellations/applyCancellations.ts';
import { mailCancellations } from '#server/services/subscriptions/cancellations/mailCancellations.ts';
import { mailReminders } from '#server/services/subscriptions/reminders/mailReminders.ts';
import { noteReminders } from '#server/services/subscriptions/reminders/noteReminders.ts';

type Dependencies = Pick<Platform, 'database' | 'log' | 'now'> &
  Partial<Pick<Platform, 'config' | 'mail' | 'payments'>>;

/** The tasks of running plans. A process without mail or payments leaves that part to others. */
export function planTasks(platform: Dependencies): TaskList {
  const { config, mail, payments, log } = platform;
  const logged =
    (name: string, work: () => Promise<unknown>): Task =>
    async () => {
      await work().catch((error: unknown) => {
        log.error({ task: name, error: redactedError(error) }, 'a task failed');
        throw new Error(`${name} failed`, { cause: error });
      });
    };
  return {
    [cancellationsTask]: logged(cancellationsTask, async () => {
      // The receipt does not wait for the provider.
      if (config && mail) await mailCancellations({ ...platform, config, mail });
      if (payments && payments.size > 0) await applyCancellations({ ...platform, payments });
    }),
    mail_plan_reminders: logged('mail_plan_reminders', async () => {
      await noteReminders(platform);
      if (config && mail) await mailReminders({ ...platform, config, mail });
    }),
  };
}
