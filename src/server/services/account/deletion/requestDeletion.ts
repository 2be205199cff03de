import { eq } from 'drizzle-orm';
import type { getDeletion as endpoint } from '#contract/accountData.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { confirmsDeletion, deletionGraceDays } from '#domain/accountDeletion.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { accountDeletion } from '#server/db/schema/accounts.ts';
import { AppError } from '#server/errors.ts';
import { findUser } from '#server/services/account/findUser.ts';

type Deletion = ResponseOf<typeof endpoint>;

/** Returns when the acting user's account will be deleted; `null` when it will not. Throws `not_signed_in`. */
export async function getDeletion({ database, ...context }: Context): Promise<Deletion> {
  const isMatch = eq(accountDeletion.userId, signedInUser(context));
  const found = await findRow(database.query, accountDeletion, isMatch);
  return { due: found?.due.toISOString() ?? null };
}

/**
 * Schedules the deletion of the acting user's account in a week, once the user has typed its address. A job mails how
 * to cancel it. A repeated request keeps the day. Throws `not_signed_in`, and `invalid_input` for another text.
 */
export async function requestDeletion(
  context: Context,
  { confirm }: { confirm: string },
): Promise<Deletion> {
  const userId = signedInUser(context);
  const { query } = context.database;
  const user = await findUser(query, userId);
  if (!user || !confirmsDeletion(confirm, user.email)) throw notConfirmed();
  const requested = context.now();
  const due = new Date(requested.getTime() + deletionGraceDays * 24 * 3_600_000);
  await query.insert(accountDeletion).values({ userId, requested, due }).onConflictDoNothing();
  return getDeletion(context);
}

/** Cancels the deletion of an account. Returns whether it was scheduled. */
export async function keepAccount(query: Executor, userId: string): Promise<boolean> {
  const kept = await query.delete(accountDeletion).where(eq(accountDeletion.userId, userId));
  return (kept.rowCount ?? 0) > 0;
}

function notConfirmed(): AppError {
  const rule = 'must be the e-mail address of the account';
  return new AppError('invalid_input', `confirm: ${rule}`, {
    place: 'body',
    fields: [{ field: 'confirm', rule }],
  });
}
