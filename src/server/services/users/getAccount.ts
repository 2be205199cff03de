import type { User } from '#contract/account/account.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { type AccountRow, readAccount } from '#server/db/queries/accounts.ts';
import { AppError } from '#server/errors.ts';
import { grantDueLots } from '#server/services/plans/grantDueLots.ts';

/**
 * Returns the acting user. `credit` is what can be spent now: lots that have ended do not count, even before a job has
 * expired them, and due credits of plans are granted first. Throws `not_signed_in`.
 */
export async function getAccount(context: Context): Promise<User> {
  const userId = signedInUser(context);
  const found = await findAccount(context, userId);
  if (!found.isLotDue) return toUser(found);
  await context.database.transaction((transaction) =>
    grantDueLots(transaction, userId, context.now()),
  );
  return toUser(await findAccount(context, userId));
}

async function findAccount({ database, now }: Context, userId: string): Promise<AccountRow> {
  const row = await readAccount(database.query, userId, now());
  if (!row) throw new AppError('not_signed_in', 'This account no longer exists');
  return row;
}

function toUser({ id, name, email, picture, startWithheld, ...sums }: AccountRow): User {
  const credit = Number(sums.credit);
  const held = Number(sums.held);
  const user = { user_id: id, name, email, picture, credit, held, frozen: Number(sums.frozen) };
  return startWithheld === null ? user : { ...user, start_withheld: startWithheld };
}
