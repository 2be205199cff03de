import { and, inArray, lte, notLike } from 'drizzle-orm';
import { deletionGraceDays } from '#domain/account/accountDeletion.ts';
import { dayMilliseconds } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { accountDeletion, appUser } from '#server/db/schema/accounts.ts';
import { erasedEmail } from '#server/services/users/findUser.ts';

/** A statement has at most 65,535 parameters. */
const idsAtOnce = 10_000;

/**
 * Requests the deletion of accounts of the log for now, without a mail. Returns their number. Other accounts that are due
 * get another week and a new mail: after the backup, their users may have kept them.
 */
export async function requestDeletions(
  query: Executor,
  deleted: ReadonlySet<string>,
): Promise<number> {
  const now = new Date();
  const later = new Date(now.getTime() + deletionGraceDays * dayMilliseconds);
  await query
    .update(accountDeletion)
    .set({ due: later, mailed: null })
    .where(lte(accountDeletion.due, now));
  const users = await findUndeleted(query, deleted);
  for (const userId of users) {
    await query
      .insert(accountDeletion)
      .values({ userId, requested: now, due: now, mailed: now })
      .onConflictDoUpdate({ target: accountDeletion.userId, set: { due: now, mailed: now } });
  }
  return users.length;
}

/** Returns the accounts of the log that a database still has. */
export async function findUndeleted(
  query: Executor,
  deleted: ReadonlySet<string>,
): Promise<string[]> {
  const ids = [...deleted];
  const found: string[] = [];
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const some = ids.slice(start, start + idsAtOnce);
    const rows = await query
      .select({ id: appUser.id })
      .from(appUser)
      .where(and(inArray(appUser.id, some), notLike(appUser.email, erasedEmail('%'))));
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}
