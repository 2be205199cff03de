import { and, eq, inArray } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { accountBlock } from '#server/db/schema/people.ts';
import { AppError } from '#server/errors.ts';
import { reasonLine } from '#server/inputChecks.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import { endAllSessions } from '#server/services/login/endSessions.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import {
  type SubscriptionRow,
  findLiveSubscription,
} from '#server/services/orders/subscriptions/findSubscription.ts';
import {
  markKeptPlan,
  markLeavingPlans,
} from '#server/services/orders/subscriptions/leavingPlan.ts';
import { endAnswers } from '#server/services/people/endAnswers.ts';
import { type NamedUser, livingUser, namedUser } from '#server/services/people/namedUser.ts';
import { hashMailbox } from '#server/services/users/refuseBlocked.ts';
import { lockUser } from '#server/services/users/refuseLeaving.ts';

export type BlockedUser = {
  user: NamedUser;
  /** Whether this call blocked it, and not an earlier one. */
  isNew: boolean;
  sessions: number;
  /** The ended answers: texts, and media jobs that a server stops. */
  answers: { texts: number; media: number };
  /** The plan that no longer renews. */
  plan: SubscriptionRow | undefined;
  /** Open orders, whose checkouts a server closes. */
  openOrders: string[];
};

/**
 * Blocks an account: it cannot sign in, its sessions and answers end, its plan ends with the paid period. Repeated, it
 * ends what a killed process left. A payment that is on its way is fulfilled as usual: its credits wait in the account.
 * Throws `not_found`, and `gone` for a deleted account.
 */
export async function blockUser(
  platform: CorePlatform,
  text: string,
  reason: string,
): Promise<BlockedUser> {
  const { config, database } = platform;
  const why = reasonLine(reason);
  const user = await livingUser(platform, text);
  const mailboxHash = hashMailbox(config.secret, user.email);
  const { isNew, sessions } = await database.transaction(async (transaction) => {
    await lockQuestionsAndSignIns(transaction, user.id);
    const added = await transaction
      .insert(accountBlock)
      .values({ userId: user.id, mailboxHash, reason: why })
      .onConflictDoNothing()
      .returning({ userId: accountBlock.userId });
    const sessions = await endAllSessions(transaction, user.id);
    if (added.length === 0) return { isNew: false, sessions };
    await markLeavingPlans(transaction, [user.id]);
    await writeAudit(transaction, 'users.block', user.id, { reason: why, sessions });
    return { isNew: true, sessions };
  });
  const answers = await endAnswers(platform, user.id);
  const plan = await findLiveSubscription(database.query, user.id);
  return {
    user,
    isNew,
    sessions,
    answers,
    plan,
    openOrders: await openOrders(database.query, user.id),
  };
}

/**
 * Unblocks an account. Its plan renews again, unless it has ended or the account is to be deleted. Sessions do not come
 * back. Throws `not_found`, also when it is not blocked.
 */
export async function unblockUser(
  platform: CorePlatform,
  text: string,
  reason: string,
): Promise<{ user: NamedUser; plan: SubscriptionRow | undefined }> {
  const { database } = platform;
  const why = reasonLine(reason);
  const user = await namedUser(platform, text);
  await database.transaction(async (transaction) => {
    // Keeping the account holds the same lock: the second of both sees that nothing ends the plan any more.
    await lockUser(transaction, user.id);
    const [ended] = await transaction
      .delete(accountBlock)
      .where(eq(accountBlock.userId, user.id))
      .returning({ was: accountBlock.reason });
    if (!ended) throw new AppError('not_found', 'This account is not blocked');
    await markKeptPlan(transaction, user.id);
    await writeAudit(transaction, 'users.unblock', user.id, { reason: why, was: ended.was });
  });
  return { user, plan: await findLiveSubscription(database.query, user.id) };
}

/**
 * Waits for the user's questions and sign-ins that are being stored. Later ones wait for the commit, and are refused
 * then. A transaction about credits locks the balance first, too.
 */
async function lockQuestionsAndSignIns(transaction: Executor, userId: string): Promise<void> {
  await lockBalance(transaction, userId);
  const { id } = appUser;
  await transaction.select({ id }).from(appUser).where(eq(id, userId)).for('update');
}

async function openOrders(query: Executor, userId: string): Promise<string[]> {
  const { id, state } = paymentOrder;
  const rows = await query
    .select({ id })
    .from(paymentOrder)
    .where(and(eq(paymentOrder.userId, userId), inArray(state, ['created', 'pending'])));
  return rows.map((row) => row.id);
}
