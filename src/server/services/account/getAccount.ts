import type { User } from '#contract/account.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { batchedRead } from '#server/db/batchedRead.ts';
import { AppError } from '#server/errors.ts';
import { grantDueLots } from '#server/services/plans/grantDueLots.ts';

/** Sums are PostgreSQL's bigint, which come as text. */
type AccountRow = Pick<User, 'name' | 'email' | 'picture'> & {
  id: string;
  credit: string;
  held: string;
  frozen: string;
  isLotDue: boolean;
};

/** Every page of a signed-in user asks for it. */
const readRow = batchedRead<AccountRow, string | Date>({
  name: 'read_account',
  text: `select asked.read, app_user.id, name, email, picture,
      coalesce(available, 0) - (select coalesce(sum(remaining), 0) from credit_lot
        where credit_lot.user_id = asked.id and ends <= asked.at) as credit,
      coalesce(held, 0) as held, coalesce(frozen, 0) as frozen,
      exists (select from plan_term
        where plan_term.user_id = asked.id and next_lot <= asked.at) as "isLotDue"
    from unnest((select $1::uuid[]), (select $2::timestamptz[])) with ordinality as asked (id, at, read)
    join app_user on app_user.id = asked.id
    left join credit_balance on credit_balance.user_id = asked.id`,
});

/**
 * The acting user. `credit` is what can be spent now: a lot that has ended does not count, even before the job that
 * expires it has run, and credits of a plan that are due are granted. Throws `not_signed_in`.
 */
export async function getAccount(context: Context): Promise<User> {
  const userId = signedInUser(context);
  const found = await readAccount(context, userId);
  if (!found.isLotDue) return toUser(found);
  await context.database.transaction((transaction) =>
    grantDueLots(transaction, userId, context.now()),
  );
  return toUser(await readAccount(context, userId));
}

async function readAccount({ database, now }: Context, userId: string): Promise<AccountRow> {
  const row = await readRow(database.query, userId, now());
  if (!row) throw new AppError('not_signed_in', 'This account no longer exists');
  return row;
}

function toUser({ id, name, email, picture, ...sums }: AccountRow): User {
  const credit = Number(sums.credit);
  const held = Number(sums.held);
  return { user_id: id, name, email, picture, credit, held, frozen: Number(sums.frozen) };
}
