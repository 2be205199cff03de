import { and, eq, gt, isNull, notInArray } from 'drizzle-orm';
import { ordersPath } from '#domain/orderPaths.ts';
import { type Language, chooseLanguage } from '#domain/languages.ts';
import { pricingPath } from '#domain/urls.ts';
import { formatOf } from '#i18n/format.ts';
import { longDay } from '#i18n/longDates.ts';
import { translator } from '#i18n/translate.ts';
import type { Platform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { planTerm } from '#server/db/schema/credits.ts';
import { planReminder } from '#server/db/schema/plans.ts';
import type { Mail } from '#server/gateways/mail/mail.ts';
import { mailFailure } from '#server/gateways/mail/mailFailure.ts';
import { layOutMail } from '#server/services/mail/layout.ts';
import { sendUnlessPaused } from '#server/services/mail/sendUnlessPaused.ts';
import { sendWaiting } from '#server/services/mail/sendWaiting.ts';
import { findLiveSubscription } from '#server/services/orders/findSubscription.ts';
import { productName } from '#server/services/orders/productName.ts';

type Dependencies = Pick<Platform, 'config' | 'database' | 'mail' | 'log' | 'now'>;

type Row = typeof planReminder.$inferSelect;

/** Mails the reminders that were noted, each once, and skips those that are not true any more. Returns how many were done. */
export function mailReminders(dependencies: Dependencies): Promise<number> {
  return sendWaiting((failed) => mailNext(dependencies, failed));
}

/** Returns whether there was a reminder; one that could not be sent joins `failed`. */
async function mailNext(
  { config, database, mail, log, now }: Dependencies,
  failed: string[],
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [found] = await transaction
      .select({ row: planReminder, email: appUser.email, language: appUser.language })
      .from(planReminder)
      .innerJoin(appUser, eq(appUser.id, planReminder.userId))
      .where(and(isNull(planReminder.mailed), notInArray(planReminder.id, failed)))
      .orderBy(planReminder.due)
      .limit(1)
      .for('update', { of: planReminder, skipLocked: true });
    if (!found) return false;
    const { row, email } = found;
    try {
      if (await isTrue(transaction, row, now())) {
        const language = chooseLanguage({ stored: found.language });
        const message = reminderMail(config.publicUrl, row, { email, language });
        await sendUnlessPaused({ config, mail, now, query: transaction }, message);
      }
    } catch (error) {
      log.warn({ mail: mailFailure(error) }, 'a reminder of a plan could not be sent');
      failed.push(row.id);
      return true;
    }
    await transaction
      .update(planReminder)
      .set({ mailed: now() })
      .where(eq(planReminder.id, row.id));
    return true;
  });
}

/** The plan may have been cancelled, changed or continued since the reminder was noted. */
async function isTrue(transaction: Executor, row: Row, now: Date): Promise<boolean> {
  if (row.due <= now) return false;
  const live = await findLiveSubscription(transaction, row.userId);
  if (row.kind === 'renewal') {
    const isSame = live?.periodEnds.getTime() === row.due.getTime();
    return isSame && live.state === 'active' && !live.endsAtPeriodEnd;
  }
  if (live !== undefined) return false;
  const later = await transaction
    .select({ id: planTerm.id })
    .from(planTerm)
    .where(and(eq(planTerm.userId, row.userId), gt(planTerm.ends, row.due)));
  return later.length === 0;
}

/** The same reminder has the same `Message-ID`. */
function reminderMail(
  publicUrl: string,
  { id, kind, product, due, amount, currency }: Row,
  { email, language }: { email: string; language: Language },
): Mail {
  const t = translator(language, 'mail');
  const values = {
    plan: productName(product, language),
    date: longDay(language, due),
    price: amount === null || currency === null ? '' : formatOf(language).money(amount, currency),
  };
  const path = kind === 'renewal' ? ordersPath(language) : pricingPath(language);
  const link = new URL(path, publicUrl);
  const mail = layOutMail({
    to: email,
    subject: t(`planReminder.${kind}Subject`, values),
    language,
    parts: [
      { text: t(`planReminder.${kind}`, values) },
      { text: t(`planReminder.${kind}Choice`, values) },
      { link: link.href, label: t(`planReminder.${kind}Link`) },
    ],
  });
  return { ...mail, messageId: `<plan-reminder-${id}@${link.hostname}>` };
}
