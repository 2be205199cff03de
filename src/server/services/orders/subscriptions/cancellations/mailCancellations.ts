import { and, eq, isNull, notInArray } from 'drizzle-orm';
import type { MailPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { planCancellation } from '#server/db/schema/plans.ts';
import { findUserByEmail } from '#server/services/users/findUser.ts';
import { sendUnlessPaused } from '#server/services/mail/sendUnlessPaused.ts';
import { sendWaiting } from '#server/services/mail/sendWaiting.ts';
import { findLiveSubscription } from '#server/services/orders/subscriptions/findSubscription.ts';
import {
  causeMail,
  receiptMail,
} from '#server/services/orders/subscriptions/cancellations/cancellationMails.ts';
import type { CancellationRow } from '#server/services/orders/subscriptions/cancellations/lockCancellation.ts';

/**
 * Mails the receipt of each cancellation to the owner of the plan. An address without a plan that renews gets none,
 * because anyone can type one. The operator gets the text of a cancellation for good cause. Returns the number of
 * cancellations whose mails were sent.
 */
export function mailCancellations(platform: MailPlatform): Promise<number> {
  const { config, mail, now } = platform;
  return sendWaiting(platform, {
    failure: 'the receipt of a cancellation could not be sent',
    idOf: ({ id }: CancellationRow) => id,
    lockNext: async (transaction, failed) => {
      const [row] = await transaction
        .select()
        .from(planCancellation)
        .where(and(isNull(planCancellation.mailed), notInArray(planCancellation.id, [...failed])))
        .orderBy(planCancellation.received)
        .limit(1)
        .for('update', { skipLocked: true });
      return row;
    },
    send: async (transaction, row) => {
      await mailOwner(transaction, platform, row);
      const to = config.operator.supportEmail;
      if (row.kind === 'cause' && to !== undefined) await mail.send(causeMail(config, row, to));
    },
    finish: (transaction, { id }) =>
      transaction
        .update(planCancellation)
        .set({ mailed: now() })
        .where(eq(planCancellation.id, id)),
  });
}

async function mailOwner(
  transaction: Executor,
  platform: MailPlatform,
  row: CancellationRow,
): Promise<void> {
  const user = await findUserByEmail(transaction, row.email);
  const plan = user && (await findLiveSubscription(transaction, user.id));
  if (!plan) return;
  const receipt = receiptMail(platform.config, { row, user, plan });
  await sendUnlessPaused(transaction, platform, receipt);
}
