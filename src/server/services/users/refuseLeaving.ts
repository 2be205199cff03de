import { eq } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { accountDeletion, appUser } from '#server/db/schema/accounts.ts';
import { AppError } from '#server/errors.ts';
import { accountBlocked, isBlocked } from '#server/services/users/refuseBlocked.ts';

/**
 * Throws `account_leaving` when the user's account is to be deleted, because what is paid now would be lost, and
 * `account_blocked`. Locks the user, so that a deletion is not requested, and the user not blocked, until the transaction
 * ends.
 */
export async function refuseLeaving(transaction: Executor, userId: string): Promise<void> {
  await lockUser(transaction, userId);
  if (await isBlocked(transaction, userId)) throw accountBlocked();
  if (!(await findRow(transaction, accountDeletion, eq(accountDeletion.userId, userId)))) return;
  throw new AppError('account_leaving', 'The account is to be deleted: keep it before you buy');
}

/** Locks a user until the transaction ends. Rows that refer to the user can still be inserted. */
export async function lockUser(transaction: Executor, userId: string): Promise<void> {
  await transaction
    .select({ id: appUser.id })
    .from(appUser)
    .where(eq(appUser.id, userId))
    .for('no key update');
}
