import { sql } from 'drizzle-orm';
import type { Currency } from '#domain/money.ts';
import type { Product } from '#domain/plans.ts';
import { soldFor } from '#domain/priceCheck.ts';
import type { Database, Executor } from '#server/db/connect.ts';

/** Moments: the first belongs to the report, the last does not. */
export type Span = { from: Date; to: Date };

/** All money in micro-USD. */
export type ModelMargin = {
  model: string;
  /** Whether these are questions to GPTs, which have a price of their own. */
  isGpt: boolean;
  /** Answers that were charged. */
  questions: number;
  credits: number;
  /** The credits among them that were bought; the others were gifts. */
  sold: number;
  /** The income from these answers. */
  value: number;
  cost: number;
  /** Answers that nobody paid for, and what they cost all the same. */
  free: { answers: number; cost: number };
  /** Answers whose cost nobody knows, and those whose tokens are estimated. */
  unknown: number;
  estimated: number;
  /** Value less both costs. */
  margin: number;
};

/** Returns what each model brought and cost in a time, by the answers that ended in it. */
export async function reportMargin(database: Database, span: Span): Promise<ModelMargin[]> {
  const values = await readValues(database.query, span);
  const { rows } = await database.query.execute<CostRow>(sql`
    select model, is_gpt as "isGpt",
      (count(*) filter (where charged > 0))::int as questions,
      coalesce(sum(charged), 0)::float8 as credits,
      coalesce(sum(cost) filter (where charged > 0), 0)::float8 as cost,
      (count(*) filter (where charged = 0))::int as "freeAnswers",
      coalesce(sum(cost) filter (where charged = 0), 0)::float8 as "freeCost",
      (count(*) filter (where cost is null))::int as unknown,
      (count(*) filter (where estimated))::int as estimated
    from answer_cost where ${during(span)}
    group by 1, 2 order by 1, 2`);
  return rows.map(({ freeAnswers, freeCost, ...row }) => {
    const { sold = 0, value = 0 } = values.get(keyOf(row)) ?? {};
    const margin = Math.floor(value) - row.cost - freeCost;
    const free = { answers: freeAnswers, cost: freeCost };
    return { ...row, sold, value: Math.floor(value), free, margin };
  });
}

type CostRow = Omit<ModelMargin, 'free' | 'margin' | 'sold' | 'value'> & {
  freeAnswers: number;
  freeCost: number;
};

type ValueRow = Pick<ModelMargin, 'model' | 'isGpt' | 'credits'> & {
  product: Product;
  granted: number;
  currency: Currency;
  amount: number;
  regular: number;
  returned: number;
  taken: number;
  day: string;
};

/** A hold names the lots of its credits, and a lot the order that it was bought with. Money that went back counts not. */
async function readValues(
  query: Executor,
  span: Span,
): Promise<Map<string, { sold: number; value: number }>> {
  const { rows } = await query.execute<ValueRow>(sql`
    select c.model, c.is_gpt as "isGpt", sum(-p.change)::float8 as credits, o.product, o.credits as granted, o.currency,
      coalesce(o.paid_amount, o.amount)::float8 as amount, o.regular::float8 as regular, o.returned::float8 as returned,
      (select coalesce(sum(r.taken), 0)::float8 from credit_refund r join credit_lot t on t.id = r.lot_id
        where t.origin_type = 'order' and t.origin_id = o.id::text and r.failed is null) as taken, (o.created at time zone 'UTC')::date::text as day
    from (select * from answer_cost where ${during(span)}) c
    join ledger_entry e on e.kind = 'hold' and e.source_type = 'answer' and e.source_id = c.answer_id::text
    join ledger_part p on p.entry_id = e.id
    join credit_lot l on l.id = p.lot_id
    join payment_order o on l.origin_type = 'order' and o.id::text = l.origin_id
    where c.charged > 0 and o.state <> 'refunded'
    group by c.model, c.is_gpt, o.id`);
  const values = new Map<string, { sold: number; value: number }>();
  for (const row of rows) {
    const { sold = 0, value = 0 } = values.get(keyOf(row)) ?? {};
    const each = soldFor({ ...row, credits: row.granted });
    values.set(keyOf(row), { sold: sold + row.credits, value: value + row.credits * each });
  }
  return values;
}

function during({ from, to }: Span) {
  return sql`ended >= ${from.toISOString()}::timestamptz and ended < ${to.toISOString()}::timestamptz`;
}

function keyOf({ model, isGpt }: Pick<ModelMargin, 'model' | 'isGpt'>): string {
  return `${isGpt ? 'gpt' : 'model'} ${model}`;
}
