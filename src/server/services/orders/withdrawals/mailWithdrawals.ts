import { and, eq, isNotNull, isNull, notInArray } from 'drizzle-orm';
import type { MailPlatform } from '#server/context.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { orderWithdrawal, paymentRefund } from '#server/db/schema/refunds.ts';
import { erasedEmail } from '#server/services/users/findUser.ts';
import { sendUnlessPaused } from '#server/services/mail/sendUnlessPaused.ts';
import { sendWaiting } from '#server/services/mail/sendWaiting.ts';
import {
  type Acknowledged,
  withdrawalMail,
} from '#server/services/orders/withdrawals/withdrawalMail.ts';

/** Mails the acknowledgements of withdrawals to the addresses of the accounts. Returns the number of sent mails. */
export function mailWithdrawals(platform: MailPlatform): Promise<number> {
  const { config, now } = platform;
  const { id, orderId, userId, mailed, outcome, received, refundId } = orderWithdrawal;
  return sendWaiting(platform, {
    failure: 'a mail about a withdrawal could not be sent',
    idOf: ({ withdrawal }: Acknowledged) => withdrawal.id,
    lockNext: async (transaction, failed) => {
      const [waiting] = await transaction
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
        .where(and(isNull(mailed), isNotNull(outcome), notInArray(id, [...failed])))
        .orderBy(received)
        .limit(1)
        .for('update', { of: orderWithdrawal, skipLocked: true });
      return waiting;
    },
    send: async (transaction, waiting) => {
      // An account that was deleted meanwhile has no address any more.
      if (waiting.email === erasedEmail(waiting.withdrawal.userId)) return;
      const message = withdrawalMail(config, waiting);
      await sendUnlessPaused(transaction, platform, message);
    },
    finish: (transaction, { withdrawal }) =>
      transaction.update(orderWithdrawal).set({ mailed: now() }).where(eq(id, withdrawal.id)),
  });
}
