import { eq } from 'drizzle-orm';
import type { getDeletion as endpoint } from '#contract/account/accountData.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { confirmsDeletion, deletionGraceDays } from '#domain/account/accountDeletion.ts';
import { type Context, type PaymentPlatform, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow, lockRow } from '#server/db/findRow.ts';
import { accountDeletion } from '#server/db/schema/accounts.ts';
import { invalidField } from '#server/inputChecks.ts';
import { lockUser } from '#server/services/users/refuseLeaving.ts';
import { findUser } from '#server/services/users/findUser.ts';
import { closeLeavingOrders } from '#server/services/orders/checkout/closeOrder.ts';
import { findLiveSubscription } from '#server/services/orders/subscriptions/findSubscription.ts';
import {
  markKeptPlan,
  markLeavingPlans,
  settleLeavingPlans,
} from '#server/services/orders/subscriptions/leavingPlan.ts';

type Deletion = ResponseOf<typeof endpoint>;

/**
 * Returns when the acting user's account will be deleted, and the effect on the plan; `null` for what is not the case.
 * Throws `not_signed_in`.
 */
export async function getDeletion({ database, ...context }: Context): Promise<Deletion> {
  const userId = signedInUser(context);
  const found = await findRow(database.query, accountDeletion, eq(accountDeletion.userId, userId));
  const live = await findLiveSubscription(database.query, userId);
  return {
    due: found?.due.toISOString() ?? null,
    plan: live
      ? {
          product: live.product,
          ends: live.periodEnds.toISOString(),
          renews: live.leaving === null && !live.endsAtPeriodEnd,
          is_leaving: live.leaving === 'ending',
          ends_at_once: live.state !== 'active',
        }
      : null,
  };
}

/**
 * Schedules the deletion of the acting user's account in a week, once the user has typed its address, and ends the plan
 * with its paid period. Open orders are closed. A job mails how to cancel it, and asks the payment providers again that
 * could not be reached. A repeated request keeps the day. Throws `not_signed_in`, and `invalid_input` for another text.
 */
export async function requestDeletion(
  context: Context,
  { confirm }: { confirm: string },
): Promise<Deletion> {
  const userId = signedInUser(context);
  const { database } = context;
  const user = await findUser(database.query, userId);
  if (!user || !confirmsDeletion(confirm, user.email)) {
    throw invalidField('confirm', 'must be the e-mail address of the account');
  }
  await database.transaction((transaction) =>
    scheduleDeletion(transaction, { userId, requested: context.now() }),
  );
  await settleLeavingPlans(context, userId);
  await closeLeavingOrders(context, userId);
  return getDeletion(context);
}

/**
 * Stores that an account is to be deleted in a week, and that its plan ends. Returns the time, which is that
 * of an earlier request if there was one. The caller asks the payment providers afterwards, or leaves that to a job.
 */
export async function scheduleDeletion(
  transaction: Executor,
  request: { userId: string; requested: Date; byOperator?: boolean },
): Promise<{ due: Date; isNew: boolean }> {
  const { userId, requested } = request;
  const due = new Date(requested.getTime() + deletionGraceDays * 24 * 3_600_000);
  // A request that stores an order holds the same lock.
  await lockUser(transaction, userId);
  const added = await transaction
    .insert(accountDeletion)
    .values({ due, ...request })
    .onConflictDoNothing()
    .returning({ due: accountDeletion.due });
  await markLeavingPlans(transaction, [userId]);
  const [scheduled] = added;
  if (scheduled) return { due: scheduled.due, isNew: true };
  const before = await findRow(transaction, accountDeletion, eq(accountDeletion.userId, userId));
  return { due: before?.due ?? due, isNew: false };
}

/**
 * Cancels the deletion of an account, and takes back that it ended the plan; a plan that the user had cancelled stays
 * cancelled. Returns whether the deletion was scheduled.
 */
export async function keepAccount(platform: PaymentPlatform, userId: string): Promise<boolean> {
  const wasScheduled = await platform.database.transaction(async (transaction) => {
    const ofUser = eq(accountDeletion.userId, userId);
    // Before the user, as `deleteDueAccounts` locks them.
    if (!(await lockRow(transaction, accountDeletion, ofUser))) return false;
    // Unblocking holds the same lock: the second of both sees that nothing ends the plan any more.
    await lockUser(transaction, userId);
    await transaction.delete(accountDeletion).where(ofUser);
    await markKeptPlan(transaction, userId);
    return true;
  });
  if (wasScheduled) await settleLeavingPlans(platform, userId);
  return wasScheduled;
}
