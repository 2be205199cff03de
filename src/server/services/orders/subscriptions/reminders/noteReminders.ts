import {
  monthlyPlans,
  monthlyReminderDays,
  reminderDays,
  yearlyPlans,
} from '#domain/plans/planChange.ts';
import type { CorePlatform } from '#server/context.ts';
import { insertEndReminders, insertRenewalReminders } from '#server/db/queries/planReminders.ts';

/**
 * Stores the due reminders: of yearly plans that renew within a week, of monthly plans that renew within three days, and
 * of prepaid plans that end within a week and have no later term. Each is stored once for its day.
 */
export async function noteReminders({ database, now }: CorePlatform): Promise<void> {
  const from = now();
  const until = new Date(from.getTime() + reminderDays * 86_400_000);
  await insertRenewalReminders(database.query, yearlyPlans, { from, until });
  const soon = new Date(from.getTime() + monthlyReminderDays * 86_400_000);
  await insertRenewalReminders(database.query, monthlyPlans, { from, until: soon });
  await insertEndReminders(database.query, { from, until });
}
