import { and, eq, lte, notInArray } from 'drizzle-orm';
import type { Platform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { accountDeletion } from '#server/db/schema/accounts.ts';
import { answer } from '#server/db/schema/chat.ts';
import { eraseAccount } from '#server/services/account/deletion/eraseAccount.ts';
import { endDueSubscriptions } from '#server/services/orders/endDueSubscriptions.ts';
import { hasSubscription } from '#server/services/orders/hasSubscription.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import { askForPublish } from '#server/services/publishing/queue/askForPublish.ts';

type Dependencies = Pick<Platform, 'database' | 'now' | 'log'> &
  Partial<Pick<Platform, 'payments'>>;

/**
 * Deletes the accounts whose week is over, each in a transaction of its own: any number of processes may do it at once,
 * and one that is killed leaves an account whole. Its subscription is ended at the provider first: nobody pays for an
 * account that is gone. An account with a running answer, or whose subscription cannot be ended, waits for the next run.
 * Returns how many were deleted.
 */
export async function deleteDueAccounts({
  database,
  now,
  log,
  payments = new Map(),
}: Dependencies): Promise<number> {
  const busy = await endDueSubscriptions({ database, payments, now, log });
  let erased = 0;
  for (;;) {
    const outcome = await database.transaction((transaction) =>
      deleteNext(transaction, now(), busy),
    );
    if (outcome === undefined) break;
    if (outcome.isBusy) {
      busy.push(outcome.userId);
      continue;
    }
    erased += 1;
    log.info({ user: outcome.userId }, 'an account was deleted at its user’s wish');
  }
  // Reviews leave the pages of their GPTs.
  if (erased > 0) {
    await askForPublish(database.query, { by: 'a deleted account', isAutomatic: true });
  }
  return erased;
}

async function deleteNext(
  transaction: Executor,
  now: Date,
  busy: readonly string[],
): Promise<{ userId: string; isBusy: boolean } | undefined> {
  const { userId, due } = accountDeletion;
  const [found] = await transaction
    .select({ userId })
    .from(accountDeletion)
    .where(and(lte(due, now), notInArray(userId, [...busy])))
    .orderBy(due)
    .limit(1)
    .for('update', { skipLocked: true });
  if (!found) return undefined;
  // A question that is being stored waits here, and then finds no credits.
  await lockBalance(transaction, found.userId);
  // Begun since its user's others were ended.
  if (await hasSubscription(transaction, found.userId)) {
    return { userId: found.userId, isBusy: true };
  }
  const isRunning = and(eq(answer.userId, found.userId), eq(answer.state, 'running'));
  const [running] = await transaction
    .select({ id: answer.id })
    .from(answer)
    .where(isRunning)
    .limit(1);
  if (!running) await eraseAccount(transaction, found.userId, now);
  return { userId: found.userId, isBusy: running !== undefined };
}
