import * as z from 'zod/mini';
import type { LedgerKind } from '#domain/credits/credits.ts';
import type { Executor } from '#server/db/connect.ts';
import type { RowOf } from '#server/db/rawRows.ts';
import { creditLot, creditRefund } from '#server/db/schema/credits.ts';
import { type Statement, run } from '#server/db/statement.ts';

/*
 * Reads of lots, in the order in which they are spent. Raw and prepared, because each posting of the ledger reads them under
 * the lock of the user's balance, which the caller holds: nothing else may happen to the user's credits meanwhile
 * (docs/decisions/051-holds-in-one-statement.md).
 */

const { id, granted, remaining, frozen, freezes } = creditLot;
const lot = {
  id,
  granted,
  remaining,
  frozen,
  freezes,
  /** Also where only the server that expired it could see so: the clocks of servers differ. */
  hasEnded: z.boolean(),
};

/** A lot as it is after the balance was locked. At most one of `remaining` and `frozen` is more than 0. */
export type Lot = RowOf<typeof lot>;

/** The origin of lots, or the cause of an entry. */
type Source = { type: string; id: string };

/** Columns of a lot. Parameter $2 is the current time. */
const columns = `l.id, l.granted, l.remaining, l.frozen, l.freezes,
  coalesce(l.ends <= $2::timestamptz, false) or exists (select from ledger_entry
    where kind = 'expire' and source_type = 'lot' and source_id = l.id::text) as "hasEnded"`;

/** Lots of the user $1, in the order in which they are spent. */
function lotsWhere(name: string, condition: string, more = ''): Statement {
  return {
    name,
    text: `select ${columns}${more} from credit_lot l where l.user_id = $1 and ${condition}
      order by l.ends nulls last, l.id`,
  };
}

const endedLots = lotsWhere('ended_lots', 'l.remaining > 0 and l.ends <= $2');

/** Returns the lots that have ended with remaining credits. */
export function readEndedLots(executor: Executor, userId: string, now: Date): Promise<Lot[]> {
  return run(executor, endedLots, [userId, now], lot);
}

const leftLots = lotsWhere('left_lots', 'l.remaining + l.frozen > 0');

/** Returns the lots with remaining or frozen credits. */
export function readLeftLots(executor: Executor, userId: string, now: Date): Promise<Lot[]> {
  return run(executor, leftLots, [userId, now], lot);
}

const lotsOfOrigin = lotsWhere('lots_of_origin', 'l.origin_type = $3 and l.origin_id = $4');

/** Returns the lots that came from an order or a code. */
export function readLotsOfOrigin(
  executor: Executor,
  userId: string,
  origin: Source,
  now: Date,
): Promise<Lot[]> {
  return run(executor, lotsOfOrigin, [userId, now, origin.type, origin.id], lot);
}

/** A lot with the credits that open holds have of it, and those that refunds asked of it and took. */
const refundedLot = { ...lot, held: z.number(), asked: z.number(), taken: z.number() };
export type RefundedLot = RowOf<typeof refundedLot>;

const refundedLots = lotsWhere(
  'refunded_lots',
  'l.origin_type = $3 and l.origin_id = $4',
  `,
  coalesce((select -sum(p.change) from ledger_part p join ledger_entry h on h.id = p.entry_id
    where p.lot_id = l.id and h.kind = 'hold' and not exists (select from ledger_entry c
      where c.kind in ('settle', 'release') and c.source_type = h.source_type and c.source_id = h.source_id)
  ), 0)::float8 as held,
  coalesce((select sum(asked) from credit_refund where lot_id = l.id and failed is null), 0)::float8 as asked,
  coalesce((select sum(taken) from credit_refund where lot_id = l.id and failed is null), 0)::float8 as taken`,
);

/** Returns the lots that came from an order or a code, with the columns that a refund needs. */
export function readRefundedLots(
  executor: Executor,
  userId: string,
  origin: Source,
  now: Date,
): Promise<RefundedLot[]> {
  return run(executor, refundedLots, [userId, now, origin.type, origin.id], refundedLot);
}

/** A lot with the credits that an entry or a refund took of it. */
const takenLot = { ...lot, amount: z.number() };
type TakenLot = RowOf<typeof takenLot>;

const lotsOfRefund: Statement = {
  name: 'lots_of_refund',
  text: `select ${columns}, r.taken::float8 as amount from credit_refund r join credit_lot l on l.id = r.lot_id
    where r.user_id = $1 and r.source_type = $3 and r.source_id = $4 and r.failed is null
    order by l.ends nulls last, l.id`,
};

/** Returns the lots that a refund took credits of. */
export function readLotsOfRefund(
  executor: Executor,
  userId: string,
  refund: Source,
  now: Date,
): Promise<TakenLot[]> {
  return run(executor, lotsOfRefund, [userId, now, refund.type, refund.id], takenLot);
}

const lotsOfEntry: Statement = {
  name: 'lots_of_entry',
  text: `select ${columns}, (-p.change)::float8 as amount from ledger_entry e
    join ledger_part p on p.entry_id = e.id join credit_lot l on l.id = p.lot_id
    where e.user_id = $1 and e.kind = $3 and e.source_type = $4 and e.source_id = $5
    order by l.ends nulls last, l.id`,
};

/** Returns the lots that an entry took credits of. */
export function readLotsOfEntry(
  executor: Executor,
  { userId, kind, source }: { userId: string; kind: LedgerKind; source: Source },
  now: Date,
): Promise<TakenLot[]> {
  return run(executor, lotsOfEntry, [userId, now, kind, source.type, source.id], takenLot);
}

/** A refund that could not take its whole amount from a lot, and the lot, which has credits again. */
const { sourceType, sourceId } = creditRefund;
const owingLot = { ...lot, sourceType, sourceId, missing: z.number() };
type OwingLot = RowOf<typeof owingLot>;

const owingLots: Statement = {
  name: 'owing_lots',
  text: `select ${columns}, r.source_type as "sourceType", r.source_id as "sourceId",
      (r.asked - r.taken)::float8 as missing
    from credit_refund r join credit_lot l on l.id = r.lot_id
    where r.user_id = $1 and r.failed is null and r.taken < r.asked and l.remaining + l.frozen > 0
    order by r.created, r.source_type, r.source_id`,
};

/** Returns the refunds that could not take all, the oldest first, each with a lot of which something is left now. */
export function readOwingLots(executor: Executor, userId: string, now: Date): Promise<OwingLot[]> {
  return run(executor, owingLots, [userId, now], owingLot);
}
