import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { LimitPeriod } from '#domain/credits/creditLimits.ts';
import type { Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';

/*
 * Raw, because the sums of two periods are one statement behind the lock of the balance, and start at the first entry of the
 * month instead of the first of the user.
 */

/** Credits of questions of the day and the month: held ones and charged ones. A released hold is not counted. */
const spentStatement: Statement = {
  name: 'read_spent',
  text: `with first as (
      select coalesce(max(id), 0) as id from (
        select id from ledger_entry where user_id = $1 and created < $3 order by id desc limit 1
      ) before
    )
    select coalesce(sum(-hold.balance_change) filter (where hold.created >= $2), 0)::integer as day,
      coalesce(sum(-hold.balance_change), 0)::integer as month
    from ledger_entry hold, first
    where hold.user_id = $1 and hold.id > first.id and hold.kind = 'hold' and hold.created >= $3
      and not exists (
        select from ledger_entry release where release.kind = 'release'
          and release.source_type = hold.source_type and release.source_id = hold.source_id
      )`,
};

const spent = { day: z.number(), month: z.number() };

/** Returns what a user's questions have cost or hold since the start of the day and of the month. */
export async function readSpent(
  executor: Executor,
  userId: string,
  since: Readonly<Record<LimitPeriod, Date>>,
): Promise<Record<LimitPeriod, number>> {
  const [row] = await run(executor, spentStatement, [userId, since.day, since.month], spent);
  return row ?? { day: 0, month: 0 };
}

/** SQL for whether an entry added credits. */
export const isRefill = sql`kind in ('grant', 'adjust', 'restore', 'unfreeze') and balance_change > 0`;

/** SQL for the id of the newest entry that added credits for a user; 0 without one. */
export function newestRefill(userId: SQL): SQL {
  return sql`coalesce((select id from ledger_entry where user_id = ${userId} and ${isRefill}
    order by id desc limit 1), 0)`;
}
