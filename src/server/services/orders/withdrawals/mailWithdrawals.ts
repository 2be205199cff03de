import { and, eq, isNotNull, isNull, notInArray } from 'drizzle-orm';
import type { Platform } from '#server/context.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { orderWithdrawal, paymentRefund } from '#server/db/schema/refunds.ts';
import { mailFailure } from '#server/gateways/mail/mailFailure.ts';
import { sendUnlessPaused } from '#server/services/mail/sendUnlessPaused.ts';
import { sendWaiting } from '#server/services/mail/sendWaiting.ts';
import { withdrawalMail } from '#server/services/orders/withdrawals/withdrawalMail.ts';

type Dependencies = Pick<Platform, 'config' | 'database' | 'mail' | 'log' | 'now'>;

/**
 * Mails the acknowledgements of withdrawals to the addresses of the accounts. A row is locked while its mail is sent, so any
 * number of processes may do it. Returns how many were sent.
 */
export function mailWithdrawals(dependencies: Dependencies): Promise<number> {
  return sendWaiting((failed) => mailNext(dependencies, failed));
}

/** Returns whether there was a mail to send; one that could not be sent joins `failed`. */
async function mailNext(
  { config, database, mail, log, now }: Dependencies,
  failed: string[],
): Promise<boolean> {
  const { id, orderId, userId, mailed, outcome, received, refundId } = orderWithdrawal;
  return database.transaction(async (transaction) => {
    const [found] = await transaction
      .select({
        withdrawal: orderWithdrawal,
        order: paymentOrder,
        returned: paymentRefund.amount,
        email: appUser.email,
      })
      .from(orderWithdrawal)
      .innerJoin(paymentOrder, eq(paymentOrder.id, orderId))
      .innerJoin(appUser, eq(appUser.id, userId))
      .leftJoin(paymentRefund, eq(paymentRefund.id, refundId))
      .where(and(isNull(mailed), isNotNull(outcome), notInArray(id, failed)))
      .orderBy(received)
      .limit(1)
      .for('update', { of: orderWithdrawal, skipLocked: true });
    if (!found) return false;
    try {
      // The account may be deleted meanwhile: then there is no address any more.
      const isGone = found.email.startsWith('deleted:');
      const message = withdrawalMail(config, found);
      if (!isGone) await sendUnlessPaused({ config, mail, now, query: transaction }, message);
    } catch (error) {
      log.warn({ mail: mailFailure(error) }, 'a mail about a withdrawal could not be sent');
      failed.push(found.withdrawal.id);
      return true;
    }
    await transaction
      .update(orderWithdrawal)
      .set({ mailed: now() })
      .where(eq(id, found.withdrawal.id));
    return true;
  });
}
