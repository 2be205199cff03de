import { and, eq, lte, notInArray } from 'drizzle-orm';
import type { CorePlatform, PaymentPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { accountDeletion, appUser, session } from '#server/db/schema/accounts.ts';
import { answer } from '#server/db/schema/chat.ts';
import { eraseAccount } from '#server/services/account/deletion/eraseAccount.ts';
import { endAllSessions } from '#server/services/login/endSessions.ts';
import { endDueSubscriptions } from '#server/services/orders/subscriptions/endDueSubscriptions.ts';
import { findLiveSubscription } from '#server/services/orders/subscriptions/findSubscription.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import { requestPublish } from '#server/services/publishRequests/requestPublish.ts';

/**
 * Deletes the accounts whose week is over, each in a transaction of its own, so several processes can share the work,
 * and a killed one leaves an account whole. First the subscription is ended at its provider, so that a deleted account
 * costs nothing. Sessions are ended in a transaction of their own, because that notifies the servers. An account with a
 * running answer, or with a subscription that cannot be ended, waits for the next run. Returns the number of deleted
 * accounts.
 */
export async function deleteDueAccounts(
  platform: CorePlatform & Partial<PaymentPlatform>,
): Promise<number> {
  const { database, now, log, payments = new Map() } = platform;
  const busy = await endDueSubscriptions({ ...platform, payments });
  let erased = 0;
  for (;;) {
    const outcome = await database.transaction((transaction) =>
      deleteNext(transaction, now(), busy),
    );
    if (outcome === undefined) break;
    const { userId, state } = outcome;
    if (state === 'busy') busy.push(userId);
    // The next iteration finds the account again, or the next run when this process is killed.
    if (state === 'signedIn') await endAllSessions(database.query, userId);
    if (state !== 'erased') continue;
    erased += 1;
    log.info({ user: userId }, 'an account was deleted at its user’s wish');
  }
  // Removes the reviews of these accounts from the pages of GPTs.
  if (erased > 0) {
    await requestPublish(database.query, { by: 'a deleted account', isAutomatic: true });
  }
  return erased;
}

type Outcome = { userId: string; state: 'busy' | 'signedIn' | 'erased' };

async function deleteNext(
  transaction: Executor,
  now: Date,
  busy: readonly string[],
): Promise<Outcome | undefined> {
  const { userId, due } = accountDeletion;
  const [found] = await transaction
    .select({ userId })
    .from(accountDeletion)
    .where(and(lte(due, now), notInArray(userId, [...busy])))
    .orderBy(due)
    .limit(1)
    .for('update', { skipLocked: true });
  if (!found) return undefined;
  const state = await deleteUnlessUsed(transaction, found.userId, now);
  return { userId: found.userId, state };
}

async function deleteUnlessUsed(
  transaction: Executor,
  userId: string,
  now: Date,
): Promise<Outcome['state']> {
  // A question that is being stored waits for this lock, and then finds no credits.
  await lockBalance(transaction, userId);
  // A subscription that began after `endDueSubscriptions`.
  if (await findLiveSubscription(transaction, userId)) return 'busy';
  const [running] = await transaction
    .select({ id: answer.id })
    .from(answer)
    .where(and(eq(answer.userId, userId), eq(answer.state, 'running')))
    .limit(1);
  if (running) return 'busy';
  // A running sign-in has locked the user, or waits here and then finds no user of this address.
  await transaction
    .select({ id: appUser.id })
    .from(appUser)
    .where(eq(appUser.id, userId))
    .for('update');
  const open = await findRow(transaction, session, eq(session.userId, userId));
  if (open) return 'signedIn';
  await eraseAccount(transaction, userId, now);
  return 'erased';
}
