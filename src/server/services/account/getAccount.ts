import { and, eq, lte, sql } from 'drizzle-orm';
import type { User } from '#contract/account.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { creditBalance, creditLot } from '#server/db/schema/credits.ts';
import { AppError } from '#server/errors.ts';

/**
 * The acting user. `credit` is what can be spent now: a lot that has ended does not count, even before the job that
 * expires it has run. Throws `not_signed_in`.
 */
export async function getAccount(context: Context): Promise<User> {
  const userId = signedInUser(context);
  const { database, now } = context;
  const ended = database.query
    .select({ credits: sql<number>`coalesce(sum(${creditLot.remaining}), 0)`.as('credits') })
    .from(creditLot)
    .where(and(eq(creditLot.userId, userId), lte(creditLot.ends, now())))
    .as('ended');
  const [row] = await database.query
    .select({
      user: appUser,
      credit: sql`coalesce(${creditBalance.available}, 0) - ${ended.credits}`.mapWith(Number),
      held: sql`coalesce(${creditBalance.held}, 0)`.mapWith(Number),
    })
    .from(appUser)
    .leftJoin(creditBalance, eq(creditBalance.userId, appUser.id))
    .crossJoin(ended)
    .where(eq(appUser.id, userId));
  if (!row) throw new AppError('not_signed_in', 'This account no longer exists');
  const { id, name, email, picture } = row.user;
  return { user_id: id, name, email, picture, credit: row.credit, held: row.held };
}
