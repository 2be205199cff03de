import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';

/** Entries of one kind and reason, and what they added to each sum. */
export type ReportedEntries = {
  kind: string;
  reason: string;
  entries: number;
  available: number;
  held: number;
  frozen: number;
};

export type LedgerReport = {
  entries: ReportedEntries[];
  /** The present credits of all users, whatever the time of the report. */
  available: number;
  frozen: number;
  /** Users with frozen credits. */
  frozenUsers: number;
  holds: { count: number; credits: number; oldest: Date | null };
  /** The credits that refunds could not take so far: spent, expired or held. */
  unrecovered: { refunds: number; credits: number };
};

/** Sums the ledger up in one snapshot of the database: its entries since a time, or all, and what is open now. */
export async function reportLedger(
  database: Database,
  since: Date | undefined,
): Promise<LedgerReport> {
  return database.query.transaction(
    async (transaction) => {
      // A large ledger takes longer than a query of a page may.
      await transaction.execute(sql`set local statement_timeout = 0`);
      const { rows: entries } = await transaction.execute<ReportedEntries>(sql`
        select kind, reason, count(*)::float8 as entries, sum(balance_change)::float8 as available,
          sum(held_change)::float8 as held, sum(frozen_change)::float8 as frozen
        from ledger_entry
        where ${since?.toISOString() ?? null}::timestamptz is null
          or created >= ${since?.toISOString() ?? null}::timestamptz
        group by kind, reason order by kind, reason`);
      const { rows } = await transaction.execute<Open>(openQuery);
      const [open] = rows;
      if (!open) throw new Error('The sums of the ledger were not read');
      return {
        entries,
        available: open.available,
        frozen: open.frozen,
        frozenUsers: open.frozenUsers,
        holds: {
          count: open.holds,
          credits: open.heldCredits,
          oldest: open.oldest === null ? null : new Date(open.oldest),
        },
        unrecovered: { refunds: open.refunds, credits: open.missing },
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

type Open = {
  available: number;
  frozen: number;
  frozenUsers: number;
  holds: number;
  heldCredits: number;
  oldest: string | null;
  refunds: number;
  missing: number;
};

const openQuery = sql`
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
