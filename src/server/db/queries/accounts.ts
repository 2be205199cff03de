import * as z from 'zod/mini';
import { batchedRead } from '#server/db/batchedRead.ts';
import type { RowOf } from '#server/db/rawRows.ts';
import { appUser, session } from '#server/db/schema/accounts.ts';

/*
 * Reads that every page and every call of a signed-in user begins with. Raw and prepared, because the reads that are
 * requested at the same time go into one statement (docs/decisions/038-reads-in-common.md).
 */

const { userId, expires, used } = session;

/** Returns the session of the hash of a token, with its times. */
export const readSession = batchedRead(
  {
    name: 'find_session',
    text: `select asked.read, id as "sessionId", user_id as "userId", expires, used
    from unnest((select $1::text[])) with ordinality as asked (token_hash, read)
    join session using (token_hash)`,
  },
  { sessionId: session.id, userId, expires, used },
);

const { id, name, email, picture, startWithheld } = appUser;
const accountRow = {
  id,
  name,
  email,
  picture,
  startWithheld,
  /** Without lots that have ended. This and the other credits are PostgreSQL's bigint: texts. */
  credit: z.string(),
  held: z.string(),
  frozen: z.string(),
  /** Whether a plan owes credits that no job has granted yet. */
  isLotDue: z.boolean(),
};

/** An account with its credits. */
export type AccountRow = RowOf<typeof accountRow>;

/** Returns the account of a user at a time. */
export const readAccount = batchedRead(
  {
    name: 'read_account',
    text: `select asked.read, app_user.id, name, email, picture,
      start_withheld as "startWithheld",
      coalesce(available, 0) - (select coalesce(sum(remaining), 0) from credit_lot
        where credit_lot.user_id = asked.id and ends <= asked.at) as credit,
      coalesce(held, 0) as held, coalesce(frozen, 0) as frozen,
      exists (select from plan_term
        where plan_term.user_id = asked.id and next_lot <= asked.at) as "isLotDue"
    from unnest((select $1::uuid[]), (select $2::timestamptz[])) with ordinality as asked (id, at, read)
    join app_user on app_user.id = asked.id
    left join credit_balance on credit_balance.user_id = asked.id`,
  },
  accountRow,
);
