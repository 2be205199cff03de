import { and, eq, gt, isNull, notInArray } from 'drizzle-orm';
import { ordersPath } from '#domain/orders/orderPaths.ts';
import { chooseLanguage } from '#domain/languages/readLanguage.ts';
import { isYearly } from '#domain/plans/plans.ts';
import { pricingPath } from '#domain/pricing/pricingPaths.ts';
import { formatOf } from '#i18n/format.ts';
import { longDay } from '#i18n/longDates.ts';
import { translator } from '#i18n/translate.ts';
import type { MailPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { planTerm } from '#server/db/schema/credits.ts';
import { planReminder } from '#server/db/schema/plans.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { layOutMail } from '#server/services/mail/layout.ts';
import { sendUnlessPaused } from '#server/services/mail/sendUnlessPaused.ts';
import { sendWaiting } from '#server/services/mail/sendWaiting.ts';
import { findLiveSubscription } from '#server/services/orders/subscriptions/findSubscription.ts';
import { productName } from '#server/services/orders/productName.ts';

type Reminder = typeof planReminder.$inferSelect;

/** A reminder with the address and stored language of its user. */
type Waiting = { reminder: Reminder; email: string; language: string };

/**
 * Mails due reminders, each once, and skips those that are no longer true. Returns the number of finished reminders.
 */
export function mailReminders(platform: MailPlatform): Promise<number> {
  const { config, now } = platform;
  return sendWaiting(platform, {
    failure: 'a reminder of a plan could not be sent',
    idOf: ({ reminder }: Waiting) => reminder.id,
    lockNext: async (transaction, failed) => {
      const [waiting] = await transaction
        .select({ reminder: planReminder, email: appUser.email, language: appUser.language })
        .from(planReminder)
        .innerJoin(appUser, eq(appUser.id, planReminder.userId))
        .where(and(isNull(planReminder.mailed), notInArray(planReminder.id, [...failed])))
        .orderBy(planReminder.due)
        .limit(1)
        .for('update', { of: planReminder, skipLocked: true });
      return waiting;
    },
    send: async (transaction, waiting) => {
      if (!(await isStillTrue(transaction, waiting.reminder, now()))) return;
      const message = reminderMail(config.publicUrl, waiting);
      await sendUnlessPaused(transaction, platform, message);
    },
    finish: (transaction, { reminder }) =>
      transaction
        .update(planReminder)
        .set({ mailed: now() })
        .where(eq(planReminder.id, reminder.id)),
  });
}

/** Whether a reminder is still true. The plan may have been cancelled, changed or continued since it was stored. */
async function isStillTrue(
  transaction: Executor,
  { kind, userId, due }: Reminder,
  now: Date,
): Promise<boolean> {
  if (due <= now) return false;
  const live = await findLiveSubscription(transaction, userId);
  if (kind === 'renewal') {
    const isSame = live?.periodEnds.getTime() === due.getTime();
    return isSame && live.state === 'active' && !live.endsAtPeriodEnd && live.leaving !== 'ending';
  }
  if (live !== undefined) return false;
  const later = await transaction
    .select({ id: planTerm.id })
    .from(planTerm)
    .where(and(eq(planTerm.userId, userId), gt(planTerm.ends, due)));
  return later.length === 0;
}

/** Returns the mail. A reminder that is sent again has the same `Message-ID`, so that mailboxes can drop the copy. */
function reminderMail(publicUrl: string, { reminder, email, ...user }: Waiting): Mail {
  const { id, kind, product, due, amount, currency } = reminder;
  const language = chooseLanguage({ stored: user.language });
  const t = translator(language, 'mail');
  const values = {
    plan: productName(product, language),
    date: longDay(language, due),
    price: amount === null || currency === null ? '' : formatOf(language).money(amount, currency),
  };
  const isMonthly = kind === 'renewal' && !isYearly(product);
  const path = kind === 'renewal' ? ordersPath(language) : pricingPath(language);
  const link = new URL(path, publicUrl);
  const mail = layOutMail({
    to: email,
    subject: t(`planReminder.${kind}Subject`, values),
    language,
    parts: [
      { text: t(`planReminder.${isMonthly ? 'renewalMonth' : kind}`, values) },
      { text: t(`planReminder.${kind}Choice`, values) },
      { link: link.href, label: t(`planReminder.${kind}Link`) },
    ],
  });
  return { ...mail, messageId: `<plan-reminder-${id}@${link.hostname}>` };
}
