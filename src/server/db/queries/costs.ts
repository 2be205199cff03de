import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Day } from '#domain/dates.ts';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';
import { answerCost, providerSpend } from '#server/db/schema/costs.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { type Statement, run } from '#server/db/statement.ts';

/*
 * Costs and income of answers. Raw, because almost every column is a sum under a condition, and because a hold names the
 * lots of its credits, and a lot the order that it was bought with, by texts. The read of caps is prepared: every question
 * to a provider with a cap runs it.
 */

const exhaustedStatement: Statement = {
  name: 'read_resting_providers',
  text: `select provider from provider_spend where day = $1::date and provider = any($2::text[])
    group by provider having sum(micros) >= ($3::bigint[])[array_position($2::text[], provider)]`,
};

/** Returns the providers whose costs of a day have reached their cap, in micro-USD. */
export async function readExhausted(
  executor: Executor,
  day: Day,
  caps: ReadonlyMap<string, number>,
): Promise<string[]> {
  const values = [day, [...caps.keys()], [...caps.values()]];
  const rows = await run(executor, exhaustedStatement, values, {
    provider: providerSpend.provider,
  });
  return rows.map(({ provider }) => provider);
}

/** Moments: the first belongs to the span, the last does not. */
export type Span = { from: Date; to: Date };

const modelCosts = {
  model: answerCost.model,
  isGpt: answerCost.isGpt,
  /** Answers that were charged, their credits and their cost. */
  questions: z.number(),
  credits: z.number(),
  cost: z.number(),
  /** The number of answers that cost their users nothing, and what they cost us. */
  freeAnswers: z.number(),
  freeCost: z.number(),
  /** The number of answers whose cost is unknown, and of those whose tokens are estimated. */
  unknown: z.number(),
  estimated: z.number(),
};

/** Sums of the answers of a model, or of GPTs that it answered for, in micro-USD. */
export type ModelCosts = RowOf<typeof modelCosts>;

/** Sums up the answers that ended in this time. */
export async function readModelCosts(executor: Executor, span: Span): Promise<ModelCosts[]> {
  const { rows } = await executor.execute(sql`
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
  return parseRows(modelCosts, rows);
}

const soldCredits = {
  model: answerCost.model,
  isGpt: answerCost.isGpt,
  credits: z.number(),
  product: paymentOrder.product,
  currency: paymentOrder.currency,
  amount: paymentOrder.amount,
  regular: paymentOrder.regular,
  returned: paymentOrder.returned,
  /** Credits of each grant of the order, and those that refunds took. */
  granted: z.number(),
  taken: z.number(),
  day: z.string(),
};

/** Credits of an order that answers of a model were charged. Amounts are in minor units of the order's currency. */
export type SoldCredits = RowOf<typeof soldCredits>;

/** Returns the bought credits of the answers that ended in this time. Orders that were refunded as a whole do not count. */
export async function readSoldCredits(executor: Executor, span: Span): Promise<SoldCredits[]> {
  const { rows } = await executor.execute(sql`
    select c.model, c.is_gpt as "isGpt", sum(-p.change)::float8 as credits, o.product, o.currency,
      coalesce(l.promised, o.credits)::float8 as granted, coalesce(o.paid_amount, o.amount) as amount, o.regular, o.returned,
      (select coalesce(sum(r.taken), 0)::float8 from credit_refund r join credit_lot t on t.id = r.lot_id
        where t.origin_type = 'order' and t.origin_id = o.id::text and r.failed is null) as taken,
      (o.created at time zone 'UTC')::date::text as day
    from (select * from answer_cost where ${during(span)}) c
    join ledger_entry e on e.kind = 'hold' and e.source_type = 'answer' and e.source_id = c.answer_id::text
    join ledger_part p on p.entry_id = e.id
    join credit_lot l on l.id = p.lot_id
    join payment_order o on l.origin_type = 'order' and o.id::text = l.origin_id
    where c.charged > 0 and o.state <> 'refunded'
    group by c.model, c.is_gpt, o.id, coalesce(l.promised, o.credits)`);
  return parseRows(soldCredits, rows);
}

function during({ from, to }: Span) {
  return sql`ended >= ${from.toISOString()}::timestamptz and ended < ${to.toISOString()}::timestamptz`;
}
