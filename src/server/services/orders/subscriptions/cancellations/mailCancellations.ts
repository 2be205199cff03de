import { and, eq, isNull, notInArray } from 'drizzle-orm';
import type { Platform } from '#server/context.ts';
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

type Dependencies = Pick<Platform, 'config' | 'database' | 'mail' | 'log' | 'now'>;

/**
 * Mails the receipt of each cancellation to the owner of the plan. An address without a plan that renews gets none, because
 * anybody can type one. The operator gets what was typed in a cancellation for good cause. Returns the number of
 * cancellations whose mails were sent.
 */
export function mailCancellations(dependencies: Dependencies): Promise<number> {
  const { config, mail, now } = dependencies;
  return sendWaiting(dependencies, {
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
      await mailOwner(dependencies, transaction, row);
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
  { config, mail, now }: Dependencies,
  transaction: Executor,
  row: CancellationRow,
): Promise<void> {
  const user = await findUserByEmail(transaction, row.email);
  const plan = user && (await findLiveSubscription(transaction, user.id));
  if (!plan) return;
  const receipt = receiptMail(config, { row, user, plan });
  await sendUnlessPaused({ config, mail, now, query: transaction }, receipt);
}
