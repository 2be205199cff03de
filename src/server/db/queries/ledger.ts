import * as z from 'zod/mini';
import type { LedgerKind } from '#domain/credits/credits.ts';
import type { Executor } from '#server/db/connect.ts';
import type { RowOf } from '#server/db/rawRows.ts';
import type { ledgerEntry } from '#server/db/schema/credits.ts';
import { type Statement, execute, run } from '#server/db/statement.ts';

/*
 * Raw, because an entry, its parts, the lots and the balance are one statement, behind the lock of the balance: round trips
 * are the price of a posting (docs/decisions/040-one-ledger-path.md, 051-holds-in-one-statement.md).
 *
 * All SQL that writes to `ledger_entry`, `ledger_part`, `credit_lot` and `credit_balance`. A plan only reads: it
 * computes the entry (`wanted`, no row or one) and its effect on lots (`change`). The written rows follow from these two in one text for all plans. Tests of the verbs run each statement, so that a renamed column is noticed.
 */

/**
 * Orders everything that happens to a user's credits until the transaction ends. A statement sees what was committed
 * before it started, not before its lock was granted: callers that read lots must lock in a statement of its own.
 */
const lockStatement: Statement = {
  name: 'lock_balance',
  text: 'select from credit_balance where user_id = $1 for no key update',
};

/** Locks a user's balance until the transaction ends. Returns whether there is one. */
export async function lockBalanceRow(transaction: Executor, userId: string): Promise<boolean> {
  return (await execute(transaction, lockStatement, [userId])).length > 0;
}

/**
 * The lock comes first in each statement too: no transaction waits for it after it has inserted an entry of the same
 * source.
 */
const locked = `locked as (
    select user_id from credit_balance where user_id = $1 for no key update
  )`;

/** An entry of the locked user, whose kind, source and reason are the parameters 2 to 5. */
const requestedEntry = (
  balanceChange: string,
  heldChange: string,
  frozenChange = '0',
  from = 'locked',
) =>
  `wanted as (
    select locked.user_id, $2::text as kind, $3::text as source_type, $4::text as source_id,
      (${balanceChange})::bigint as balance_change, (${heldChange})::bigint as held_change,
      (${frozenChange})::bigint as frozen_change, $5::text as reason
    from ${from}
  )`;

/** A source has one entry of a kind: without a new row in `entry`, nothing below it writes. */
const entry = `entry as (
    insert into ledger_entry
      (user_id, kind, source_type, source_id, balance_change, held_change, frozen_change, reason)
    select user_id, kind, source_type, source_id, balance_change, held_change, frozen_change, reason from wanted
    on conflict do nothing
    returning id, user_id, balance_change, held_change, frozen_change
  ), balance as (
    update credit_balance b set available = b.available + e.balance_change, held = b.held + e.held_change,
      frozen = b.frozen + e.frozen_change
    from entry e where b.user_id = e.user_id
  )`;

const changedLots = `lot as (
    update credit_lot l set remaining = l.remaining + c.remaining, frozen = l.frozen + c.frozen,
      freezes = l.freezes + c.freezes
    from change c, entry where l.id = c.lot_id
  )`;

const parts = `part as (
    insert into ledger_part (entry_id, lot_id, change, frozen_change)
    select entry.id, change.lot_id, change.remaining, change.frozen from entry, change
  )`;

/** Every posting returns these columns, and those of its plan. `id` is `null` when nothing was posted. */
const posted = { balances: z.number(), id: z.nullable(z.string()) };
export type Posted = typeof posted;

/** A statement that posts an entry, and the shape of its row. */
export type Posting<Shape extends Posted> = Statement & { shape: Shape };

/** The entry that a posting writes. */
export type NewEntry = Pick<
  typeof ledgerEntry.$inferSelect,
  'userId' | 'sourceType' | 'sourceId' | 'reason'
> & {
  kind: LedgerKind;
};

/** Posts an entry by one of the statements below, with the parameters from $6 on. */
export async function insertEntry<Shape extends Posted>(
  executor: Executor,
  statement: Posting<Shape>,
  { userId, kind, sourceType, sourceId, reason }: NewEntry,
  values: readonly unknown[],
): Promise<RowOf<Shape> | undefined> {
  const common = [userId, kind, sourceType, sourceId, reason];
  const [row] = await run(executor, statement, [...common, ...values], statement.shape);
  return row;
}

function posting(name: string, steps: readonly string[], columns: readonly string[] = []) {
  const returned = [
    '(select count(*)::int from locked) as balances',
    '(select id from entry) as id',
  ];
  const text = `with ${[locked, ...steps].join(', ')} select ${[...returned, ...columns].join(', ')}`;
  return { name, text, shape: posted } satisfies Posting<Posted>;
}

/** Posts changes of lots that the caller has computed: 6 the change of held credits, 7 the lots as JSON. */
export const postChangesQuery = posting('post_changes', [
  `change as (
    select "lotId" as lot_id, coalesce(remaining, 0) as remaining, coalesce(frozen, 0) as frozen,
      coalesce(freezes, 0) as freezes
    from json_to_recordset($7::json) as c("lotId" uuid, remaining bigint, frozen bigint, freezes integer)
  )`,
  requestedEntry(
    'select coalesce(sum(remaining), 0) from change',
    '$6',
    'select coalesce(sum(frozen), 0) from change',
  ),
  entry,
  changedLots,
  parts,
]);

/** Opens a lot: 6 its id, 7 its credits, 8 its product, 9 its end, 10 and 11 its origin, 12 its promised credits. */
export const openLotQuery = posting('open_lot', [
  'change as (select $6::uuid as lot_id, $7::bigint as remaining, 0 as frozen)',
  requestedEntry('$7', '0'),
  entry,
  `lot as (
    insert into credit_lot (id, user_id, product, granted, remaining, ends, origin_type, origin_id, promised)
    select change.lot_id, entry.user_id, $8::text, change.remaining, change.remaining, $9::timestamptz,
      $10::text, $11::text, $12::bigint
    from entry, change
  )`,
  parts,
]);

const takeCredits = posting(
  'take_credits',
  [
    `spendable as (
      select id, remaining, ends from credit_lot
      where user_id = $1 and remaining > 0 and (ends is null or ends > $8::timestamptz)
    )`,
    `ordered as (
      select id, remaining, sum(remaining) over (order by ends nulls last, id) - remaining as before from spendable
    )`,
    `change as (
      select id as lot_id, -least(remaining, $6::bigint - before)::bigint as remaining, 0 as frozen, 0 as freezes
      from ordered
      where before < $6::bigint
    )`,
    requestedEntry(
      '-$6::bigint',
      '$7',
      '0',
      'locked where (select sum(remaining) from change) = -$6::bigint',
    ),
    entry,
    changedLots,
    parts,
  ],
  ['(select coalesce(sum(remaining), 0)::bigint from spendable) as available'],
);

/**
 * The body of the function `take_credits` of the migrations, which a test compares with this text: a change of anything
 * above that it is made of needs a migration. A function, because its statements see what was committed before each of
 * them: the lock comes first, and lots are read afterwards, in one round trip and without a transaction around it.
 */
export const takeCreditsBody = `
#variable_conflict use_column
begin
  perform from credit_balance where user_id = $1 for no key update;
  return query ${takeCredits.text};
end `;

/**
 * Takes 6 credits from the lots that have not ended at 8, the soonest to end first; 7 of them become held. Takes none
 * when there are fewer; `available` is how many there were. Locks the balance by itself.
 */
export const takeCreditsQuery = {
  name: 'call_take_credits',
  text: 'select balances, id, available from take_credits($1, $2, $3, $4, $5, $6, $7, $8)',
  shape: { ...posted, available: z.string() },
};

/** Turns a hold into a charge. `holds` is 0 when the source holds nothing. */
export const settleHoldQuery = {
  ...posting(
    'settle_hold',
    [
      `hold as (
      select held_change from ledger_entry where kind = 'hold' and source_type = $3 and source_id = $4
    )`,
      requestedEntry('0', '-hold.held_change', '0', 'locked, hold'),
      entry,
    ],
    ['(select count(*)::int from hold) as holds'],
  ),
  shape: { ...posted, holds: z.number() },
};
