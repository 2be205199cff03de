import { and, eq, lte, sql } from 'drizzle-orm';
import type { User } from '#contract/account.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { creditBalance, creditLot } from '#server/db/schema/credits.ts';
import { AppError } from '#server/errors.ts';
import { grantDueLots, isLotDue } from '#server/services/plans/grantDueLots.ts';

/**
 * The acting user. `credit` is what can be spent now: a lot that has ended does not count, even before the job that
 * expires it has run, and credits of a plan that are due are granted. Throws `not_signed_in`.
 */
export async function getAccount(context: Context): Promise<User> {
  const userId = signedInUser(context);
  const found = await readAccount(context, userId);
  if (!found.isLotDue) return found.user;
  await context.database.transaction((transaction) =>
    grantDueLots(transaction, userId, context.now()),
  );
  return (await readAccount(context, userId)).user;
}

async function readAccount(
  { database, now }: Context,
  userId: string,
): Promise<{ user: User; isLotDue: boolean }> {
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
      isLotDue: isLotDue(userId, now()),
    })
    .from(appUser)
    .leftJoin(creditBalance, eq(creditBalance.userId, appUser.id))
    .crossJoin(ended)
    .where(eq(appUser.id, userId));
  if (!row) throw new AppError('not_signed_in', 'This account no longer exists');
  const { id, name, email, picture } = row.user;
  const { credit, held } = row;
  return { user: { user_id: id, name, email, picture, credit, held }, isLotDue: row.isLotDue };
}
