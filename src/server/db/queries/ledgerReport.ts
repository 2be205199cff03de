import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, orNull, parseRows } from '#server/db/rawRows.ts';
import { ledgerEntry } from '#server/db/schema/credits.ts';

/* Raw, because the sums of three tables are one statement, as of one moment. */

const openCredits = {
  available: z.number(),
  frozen: z.number(),
  /** Users with frozen credits. */
  frozenUsers: z.number(),
  holds: z.number(),
  heldCredits: z.number(),
  oldest: orNull(ledgerEntry.created),
  refunds: z.number(),
  /** The credits that refunds could not take so far. */
  missing: z.number(),
};

/** The present credits of all users, their open holds, and refunds that could not take all. */
export type OpenCredits = RowOf<typeof openCredits>;

export async function readOpenCredits(executor: Executor): Promise<OpenCredits> {
  const { rows } = await executor.execute(statement);
  const [open] = parseRows(openCredits, rows);
  if (!open) throw new Error('The sums of the ledger were not read');
  return open;
}

const statement = sql`
  with balance as (
    select coalesce(sum(available), 0)::float8 as available, coalesce(sum(frozen), 0)::float8 as frozen,
      (count(*) filter (where frozen > 0))::float8 as "frozenUsers"
    from credit_balance
  ), hold as (
    select count(*)::float8 as holds, coalesce(sum(held_change), 0)::float8 as "heldCredits",
      min(created) as oldest
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
