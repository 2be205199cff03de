import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { parseRows } from '#server/db/rawRows.ts';
import {
  creditBalance,
  creditLot,
  creditRefund,
  ledgerEntry,
  ledgerPart,
} from '#server/db/schema/credits.ts';

/*
 * The promises of the ledger, each as a query that finds the rows which break it. Raw, because they compare sums of several
 * tables, and are read as proof: in SQL as an operator would type it.
 */

const rules: readonly { rule: string; query: ReturnType<typeof sql> }[] = [
  {
    rule: 'The sums of a user’s entries equal the user’s balance, held and frozen credits',
    query: sql`select b.user_id::text as row from credit_balance b
      left join (select user_id, sum(balance_change) as available, sum(held_change) as held, sum(frozen_change) as frozen
        from ledger_entry group by user_id) e using (user_id)
      where (b.available, b.held, b.frozen) <> (coalesce(e.available, 0), coalesce(e.held, 0), coalesce(e.frozen, 0))`,
  },
  {
    rule: 'No balance, held or frozen sum is below zero',
    query: sql`select user_id::text as row from credit_balance where available < 0 or held < 0 or frozen < 0`,
  },
  {
    rule: 'What remains and what is frozen in a user’s lots equals the user’s balance and frozen credits',
    query: sql`select b.user_id::text as row from credit_balance b
      left join (select user_id, sum(remaining) as remaining, sum(frozen) as frozen
        from credit_lot group by user_id) l using (user_id)
      where (b.available, b.frozen) <> (coalesce(l.remaining, 0), coalesce(l.frozen, 0))`,
  },
  {
    rule: 'What remains and what is frozen in a lot equals the sum of its parts',
    query: sql`select l.id::text as row from credit_lot l
      left join (select lot_id, sum(change) as change, sum(frozen_change) as frozen
        from ledger_part group by lot_id) p on p.lot_id = l.id
      where (l.remaining, l.frozen) <> (coalesce(p.change, 0), coalesce(p.frozen, 0))`,
  },
  {
    rule: 'The parts of an entry add up to its change of the balance and of frozen credits',
    query: sql`select e.id::text as row from ledger_entry e
      left join (select entry_id, sum(change) as change, sum(frozen_change) as frozen
        from ledger_part group by entry_id) p on p.entry_id = e.id
      where (e.balance_change, e.frozen_change) <> (coalesce(p.change, 0), coalesce(p.frozen, 0))`,
  },
  {
    rule: 'An entry changes lots of its own user only',
    query: sql`select e.id::text as row from ledger_entry e
      join ledger_part p on p.entry_id = e.id join credit_lot l on l.id = p.lot_id where l.user_id <> e.user_id`,
  },
  {
    rule: 'What a lot was granted is what the entry that opened it gave',
    query: sql`select l.id::text as row from credit_lot l
      left join (select p.lot_id, sum(p.change) as change from ledger_part p join ledger_entry e on e.id = p.entry_id
        where e.kind = 'grant' or e.kind = 'adjust' and e.balance_change > 0 group by p.lot_id) p on p.lot_id = l.id
      where l.granted is distinct from p.change`,
  },
  {
    rule: 'Every hold has at most one settle or release',
    query: sql`select source_type || ':' || source_id as row from ledger_entry
      where kind in ('settle', 'release') group by source_type, source_id having count(*) > 1`,
  },
  {
    rule: 'Every settle or release closes a hold of the same size',
    query: sql`select c.id::text as row from ledger_entry c
      left join ledger_entry h on h.kind = 'hold' and h.source_type = c.source_type and h.source_id = c.source_id
      where c.kind in ('settle', 'release') and c.held_change is distinct from -h.held_change`,
  },
  {
    rule: 'A lot is frozen by as many disputes as are open about it',
    query: sql`select l.id::text as row from credit_lot l
      left join (select p.lot_id, count(*) filter (where e.kind = 'freeze') as begun,
          count(*) filter (where e.kind = 'unfreeze') as ended
        from ledger_part p join ledger_entry e on e.id = p.entry_id
        where e.kind in ('freeze', 'unfreeze') group by p.lot_id) f on f.lot_id = l.id
      where l.freezes <> coalesce(f.begun - f.ended, 0)`,
  },
  {
    rule: 'What refunds took of a lot is what their entries say',
    query: sql`select l.id::text as row from credit_lot l
      left join (select lot_id, sum(taken) as taken from credit_refund where failed is null group by lot_id) r
        on r.lot_id = l.id
      left join (select p.lot_id, sum(p.change + p.frozen_change) as change
        from ledger_part p join ledger_entry e on e.id = p.entry_id
        where e.kind in ('refund', 'restore') group by p.lot_id) p on p.lot_id = l.id
      where coalesce(r.taken, 0) <> -coalesce(p.change, 0)`,
  },
  {
    rule: 'Refunds ask no more of a lot than it was granted, and wait only for credits that are not there',
    query: sql`select l.id::text as row from credit_lot l
      join (select lot_id, sum(asked) as asked, sum(taken) as taken from credit_refund
        where failed is null group by lot_id) r on r.lot_id = l.id
      where r.asked > l.granted or r.taken < r.asked and l.remaining + l.frozen > 0`,
  },
  {
    rule: 'Open holds are exactly the running answers that are not free, at their price',
    query: sql`with open_hold as (select h.source_id, h.held_change from ledger_entry h
        where h.kind = 'hold' and h.source_type = 'answer' and not exists (select 1 from ledger_entry c
          where c.kind in ('settle', 'release') and c.source_type = h.source_type and c.source_id = h.source_id)),
      running as (select id::text as source_id, price from answer where state = 'running' and price > 0)
      select coalesce(o.source_id, r.source_id) as row from open_hold o full join running r using (source_id)
      where o.held_change is distinct from r.price`,
  },
  {
    rule: 'An answer was charged what its hold settled, and nothing when its hold was released',
    query: sql`select a.id::text as row from answer a
      left join ledger_entry s on s.kind = 'settle' and s.source_type = 'answer' and s.source_id = a.id::text
      where a.state <> 'running' and a.charged <> coalesce(-s.held_change, 0)`,
  },
];

/** A broken promise of the ledger, with the ids of at most twenty rows that break it. */
export type LedgerViolation = { rule: string; rows: string[] };

/** Returns the promises that do not hold. */
export async function findViolations(executor: Executor): Promise<LedgerViolation[]> {
  const violations: LedgerViolation[] = [];
  for (const { rule, query } of rules) {
    const stored = await executor.execute(sql`${query} limit 20`);
    const rows = parseRows({ row: z.string() }, stored.rows);
    if (rows.length > 0) violations.push({ rule, rows: rows.map(({ row }) => row) });
  }
  return violations;
}

/** Returns the number of rows of the ledger: balances, lots, entries, their parts and refunds. */
export async function countLedgerRows(executor: Executor): Promise<number> {
  const tables = [creditBalance, creditLot, ledgerEntry, ledgerPart, creditRefund];
  let rows = 0;
  for (const table of tables) rows += await executor.$count(table);
  return rows;
}
