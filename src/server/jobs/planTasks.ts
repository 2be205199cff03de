import type { TaskPlatform, Work } from '#server/jobs/loggedTasks.ts';
import { cancellationsTask } from '#server/services/orders/taskNames.ts';
import { closeLeavingOrders } from '#server/services/orders/checkout/closeOrder.ts';
import { mailMoney } from '#server/services/orders/mails/mailMoney.ts';
import { noteMoneyMails } from '#server/services/orders/mails/noteMoneyMails.ts';
import { applyCancellations } from '#server/services/orders/subscriptions/cancellations/applyCancellations.ts';
import { mailCancellations } from '#server/services/orders/subscriptions/cancellations/mailCancellations.ts';
import { settleLeavingPlans } from '#server/services/orders/subscriptions/leavingPlan.ts';
import { mailReminders } from '#server/services/orders/subscriptions/reminders/mailReminders.ts';
import { noteReminders } from '#server/services/orders/subscriptions/reminders/noteReminders.ts';

/** Returns the tasks of running plans. Without mail or payments, those parts are left to other processes. */
export function planTasks(platform: TaskPlatform): Record<string, Work> {
  const { mail, payments } = platform;
  return {
    [cancellationsTask]: async () => {
      const mailReceipts = async () => {
        if (mail) await mailCancellations({ ...platform, mail });
      };
      // First, so that the receipt does not wait for the payment provider.
      await mailReceipts();
      if (payments && payments.size > 0) await applyCancellations({ ...platform, payments });
      // A run at the same time skips the cancellations that this one has locked to apply them.
      await mailReceipts();
    },
    end_leaving_plans: async () => {
      if (!payments || payments.size === 0) return;
      await settleLeavingPlans({ ...platform, payments });
      await closeLeavingOrders({ ...platform, payments });
    },
    mail_money: async () => {
      if (!mail) return;
      await noteMoneyMails(platform);
      await mailMoney({ ...platform, mail });
    },
    mail_plan_reminders: async () => {
      await noteReminders(platform);
      if (mail) await mailReminders({ ...platform, mail });
    },
  };
}
