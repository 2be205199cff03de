import type { Statement } from '#server/db/statement.ts';

/** A lot as it is after the balance was locked. At most one of `remaining` and `frozen` is more than 0. */
export type Lot = {
  id: string;
  granted: number;
  remaining: number;
  frozen: number;
  freezes: number;
  /** Also where only the server that expired it could see so: the clocks of servers differ. */
  hasEnded: boolean;
};

/** Columns of a lot; numbers come as such. 2 is now. */
const columns = `l.id, l.granted::float8, l.remaining::float8, l.frozen::float8, l.freezes,
  coalesce(l.ends <= $2::timestamptz, false) or exists (select from ledger_entry
    where kind = 'expire' and source_type = 'lot' and source_id = l.id::text) as "hasEnded"`;

/** Lots of the user 1, in the order in which they are spent. */
function lotsWhere(name: string, condition: string, more = ''): Statement {
  return {
    name,
    text: `select ${columns}${more} from credit_lot l where l.user_id = $1 and ${condition}
      order by l.ends nulls last, l.id`,
  };
}

export const endedLotsQuery = lotsWhere('ended_lots', 'l.remaining > 0 and l.ends <= $2');

export const leftLotsQuery = lotsWhere('left_lots', 'l.remaining + l.frozen > 0');

/** Lots that came from the origin 3, 4. */
export const lotsOfOriginQuery = lotsWhere(
  'lots_of_origin',
  'l.origin_type = $3 and l.origin_id = $4',
);

/** The fields of the lots of origin $3, $4 that a refund needs. */
export type RefundedLot = Lot & { held: number; asked: number; taken: number };

export const refundedLotsQuery = lotsWhere(
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

/** Lots that a refund took credits of, with how many. */
export const lotsOfRefundQuery: Statement = {
  name: 'lots_of_refund',
  text: `select ${columns}, r.taken::float8 as amount from credit_refund r join credit_lot l on l.id = r.lot_id
    where r.user_id = $1 and r.source_type = $3 and r.source_id = $4 and r.failed is null
    order by l.ends nulls last, l.id`,
};

/** Lots with a part of the entry of the kind 3 and the source 4, 5, with what it took of each. */
export const lotsOfEntryQuery: Statement = {
  name: 'lots_of_entry',
  text: `select ${columns}, (-p.change)::float8 as amount from ledger_entry e
    join ledger_part p on p.entry_id = e.id join credit_lot l on l.id = p.lot_id
    where e.user_id = $1 and e.kind = $3 and e.source_type = $4 and e.source_id = $5
    order by l.ends nulls last, l.id`,
};

/** A refund that could not take all that it asked of a lot, and the lot, of which something is left now. */
export type OwingLot = Lot & { sourceType: string; sourceId: string; missing: number };

/** The oldest refund comes first. */
export const owingLotsQuery: Statement = {
  name: 'owing_lots',
  text: `select ${columns}, r.source_type as "sourceType", r.source_id as "sourceId",
      (r.asked - r.taken)::float8 as missing
    from credit_refund r join credit_lot l on l.id = r.lot_id
    where r.user_id = $1 and r.failed is null and r.taken < r.asked and l.remaining + l.frozen > 0
    order by r.created, r.source_type, r.source_id`,
};
