import { and, eq, isNull, notInArray } from 'drizzle-orm';
import type { MailPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { creditLimit } from '#server/db/schema/creditLimits.ts';
import { creditBalance, creditLot } from '#server/db/schema/credits.ts';
import { moneyMail } from '#server/db/schema/moneyMails.ts';
import { paymentOrder, subscription } from '#server/db/schema/orders.ts';
import { erasedEmail } from '#server/services/users/findUser.ts';
import { sendUnlessPaused } from '#server/services/mail/sendUnlessPaused.ts';
import { sendWaiting } from '#server/services/mail/sendWaiting.ts';
import {
  type MoneyMailRow,
  type WaitingMail,
  moneyMailMessage,
} from '#server/services/orders/mails/moneyMailMessage.ts';

/**
 * Mails what happened with money, each once, and drops mails that are not true any more. Returns the number of finished
 * mails.
 */
export function mailMoney(platform: MailPlatform): Promise<number> {
  const { config, now } = platform;
  const { id, orderId, userId, mailed, created } = moneyMail;
  return sendWaiting(platform, {
    failure: 'a mail about money could not be sent',
    failureFields: ({ row }) => ({ mailId: row.id, kind: row.kind }),
    idOf: ({ row }: WaitingMail) => row.id,
    lockNext: async (transaction, failed) => {
      const [waiting] = await transaction
        .select({
          row: moneyMail,
          order: paymentOrder,
          email: appUser.email,
          language: appUser.language,
        })
        .from(moneyMail)
        .innerJoin(appUser, eq(appUser.id, userId))
        .leftJoin(paymentOrder, eq(paymentOrder.id, orderId))
        .where(and(isNull(mailed), notInArray(id, [...failed])))
        .orderBy(created)
        .limit(1)
        .for('update', { of: moneyMail, skipLocked: true });
      return waiting;
    },
    send: async (transaction, waiting) => {
      // An account that was deleted meanwhile has no address any more.
      if (waiting.email === erasedEmail(waiting.row.userId)) return;
      if (!(await isStillTrue(transaction, waiting, now()))) return;
      const message = moneyMailMessage(config, waiting, now());
      await sendUnlessPaused(transaction, platform, message);
    },
    finish: (transaction, { row }) =>
      transaction.update(moneyMail).set({ mailed: now() }).where(eq(id, row.id)),
  });
}

/** Whether a mail is still true. Payments, refunds and ends stay as they are. */
async function isStillTrue(
  transaction: Executor,
  { row, order }: WaitingMail,
  now: Date,
): Promise<boolean> {
  switch (row.kind) {
    case 'ordered':
    case 'renewed':
    case 'refunded':
    case 'planEnded':
      return true;
    case 'orderFailed':
      return order?.state === 'failed';
    case 'renewalFailed':
      return (await findPlan(transaction, row))?.state === 'past_due';
    case 'planCancelled': {
      const plan = await findPlan(transaction, row);
      return plan?.state === 'active' && plan.endsAtPeriodEnd;
    }
    case 'creditsLow': {
      const limit = await findRow(transaction, creditLimit, eq(creditLimit.userId, row.userId));
      const balance = await findRow(
        transaction,
        creditBalance,
        eq(creditBalance.userId, row.userId),
      );
      return balance !== undefined && balance.available < (limit?.lowMark ?? 0);
    }
    case 'creditsEnding': {
      const lot = await findRow(transaction, creditLot, eq(creditLot.id, row.cause));
      return lot !== undefined && lot.remaining > 0 && lot.ends !== null && lot.ends > now;
    }
  }
}

/** Returns the subscription that a mail is about. Its cause begins with the id. */
function findPlan(transaction: Executor, { cause }: MoneyMailRow) {
  return findRow(transaction, subscription, eq(subscription.id, cause.split(':')[0] ?? ''));
}
