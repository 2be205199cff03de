import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';

/* Raw, because the sums of three tables are one statement, as of one moment. */

/** The present credits of all users, their open holds, and refunds that could not take all. */
export type OpenCredits = {
  available: number;
  frozen: number;
  /** Users with frozen credits. */
  frozenUsers: number;
  holds: number;
  heldCredits: number;
  oldest: Date | null;
  refunds: number;
  /** The credits that refunds could not take so far. */
  missing: number;
};

export async function readOpenCredits(executor: Executor): Promise<OpenCredits> {
  const { rows } = await executor.execute<Omit<OpenCredits, 'oldest'> & { oldest: string | null }>(
    statement,
  );
  const [open] = rows;
  if (!open) throw new Error('The sums of the ledger were not read');
  return { ...open, oldest: open.oldest === null ? null : new Date(open.oldest) };
}

const statement = sql`
  with balance as (
    select coalesce(sum(available), 0)::float8 as available, coalesce(sum(frozen), 0)::float8 as frozen,
      (count(*) filter (where frozen > 0))::float8 as "frozenUsers"
    from credit_balance
  ), hold as (
    select count(*)::float8 as holds, coalesce(sum(held_change), 0)::float8 as "heldCredits",
      min(created)::text as oldest
    from ledger_entry h
    where kind = 'hold' and user_id in (select user_id from credit_balance where held > 0)
      and not exists (select from ledger_entry c where c.kind in ('settle', 'release')
        and c.source_type = h.source_type and c.source_id = h.source_id)
  ), refund as (
    select count(distinct (source_type, source_id))::float8 as refunds,
      coalesce(sum(asked - taken), 0)::float8 as missing
    from credit_refund where failed is null and taken < asked
  )
  select * from balance, hold, refund`;
