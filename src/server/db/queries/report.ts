import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import type { Span } from '#server/db/queries/costs.ts';
import { type RowOf, type RowShape, parseRows } from '#server/db/rawRows.ts';
import { alarm } from '#server/db/schema/alarms.ts';
import { answerCost } from '#server/db/schema/costs.ts';
import { gpt } from '#server/db/schema/gpts.ts';

/*
 * The events of a span of time, for the operator's report. Raw, because almost every column is a sum under a condition.
 * Answers are read from `answer_cost` and the ledger, which outlive conversations and accounts, so that a report of a past
 * day never changes.
 */

const people = { signUps: z.number(), askers: z.number(), firstQuestions: z.number() };

/** Accounts that were opened, accounts whose answers cost credits, and those among them that had never asked before. */
export type People = RowOf<typeof people>;

export async function countPeople(executor: Executor, span: Span): Promise<People> {
  const { rows } = await executor.execute(sql`
    with asked as (
      select e.user_id, min(e.id) as first
      from answer_cost c
      join ledger_entry e on e.kind = 'hold' and e.source_type = 'answer' and e.source_id = c.answer_id::text
      where ${within(sql`c.ended`, span)} group by e.user_id
    )
    select (select count(*) from app_user where ${within(sql`created`, span)})::int as "signUps",
      count(*)::int as askers,
      (count(*) filter (where not exists (select from ledger_entry b
        where b.user_id = asked.user_id and b.kind = 'hold' and b.source_type = 'answer' and b.id < asked.first)))::int
        as "firstQuestions"
    from asked`);
  return firstOf(people, rows);
}

const unfinished = { state: answerCost.state, reason: z.string(), answers: z.number() };

/** Answers that ended without success. `reason` is `free` where the answer cost nothing, so that no entry names one. */
export type UnfinishedAnswers = RowOf<typeof unfinished>;

export async function countUnfinished(
  executor: Executor,
  span: Span,
): Promise<UnfinishedAnswers[]> {
  const { rows } = await executor.execute(sql`
    select c.state, coalesce(e.reason, 'free') as reason, count(*)::int as answers
    from answer_cost c
    left join ledger_entry e on e.kind in ('settle', 'release') and e.source_type = 'answer'
      and e.source_id = c.answer_id::text
    where ${within(sql`c.ended`, span)} and c.state <> 'finished'
    group by 1, 2 order by 3 desc, 1, 2`);
  return parseRows(unfinished, rows);
}

const usedGpt = { id: gpt.id, name: gpt.name, conversations: z.number() };

/** The conversations with a GPT on this site. */
export type UsedGpt = RowOf<typeof usedGpt>;

/** Returns the GPTs with the most conversations. */
export async function readUsedGpts(
  executor: Executor,
  span: Span,
  most: number,
): Promise<UsedGpt[]> {
  const { rows } = await executor.execute(sql`
    select g.id, g.name, u.conversations from (
      select gpt_id, sum(own)::int as conversations from gpt_usage_day
      where day >= ${dayText(span.from)}::date and day < ${dayText(span.to)}::date and own > 0
      group by gpt_id) u
    join gpt g on g.id = u.gpt_id
    order by u.conversations desc, g.id limit ${most}`);
  return parseRows(usedGpt, rows);
}

const currencyMoney = {
  currency: z.string(),
  orders: z.number(),
  /** In minor units: what buyers paid, what refunds returned that have not failed, what lost disputes took. */
  paid: z.number(),
  refunds: z.number(),
  refunded: z.number(),
  disputes: z.number(),
  lost: z.number(),
};

/** Money in one currency. Each amount counts at the time when it moved. */
export type CurrencyMoney = RowOf<typeof currencyMoney>;

export async function readMoney(executor: Executor, span: Span): Promise<CurrencyMoney[]> {
  const { rows } = await executor.execute(sql`
    select currency, sum(orders)::int as orders, sum(paid)::float8 as paid, sum(refunds)::int as refunds,
      sum(refunded)::float8 as refunded, sum(disputes)::int as disputes, sum(lost)::float8 as lost
    from (${moneyMoves(span)}) moved
    group by currency order by currency`);
  return parseRows(currencyMoney, rows);
}

const dailyMoney = { day: z.string(), currency: z.string(), net: z.number() };

/** Money that was received less money that was returned, in minor units. */
export type DailyMoney = RowOf<typeof dailyMoney>;

export async function readDailyMoney(executor: Executor, span: Span): Promise<DailyMoney[]> {
  const { rows } = await executor.execute(sql`
    select ${utcDay(sql`at`)} as day, currency, sum(paid - refunded - lost)::float8 as net
    from (${moneyMoves(span)}) moved
    group by 1, 2 order by 1, 2`);
  return parseRows(dailyMoney, rows);
}

/** Payments, refunds and lost disputes, one row each. */
function moneyMoves(span: Span): SQL {
  return sql`
    select paid as at, coalesce(paid_currency, currency) as currency, 1 as orders, coalesce(paid_amount, amount) as paid,
      0 as refunds, 0::bigint as refunded, 0 as disputes, 0::bigint as lost
    from payment_order where paid is not null and ${within(sql`paid`, span)}
    union all
    select coalesce(made, created), currency, 0, 0, 1, amount, 0, 0
    from payment_refund where state <> 'failed' and ${within(sql`coalesce(made, created)`, span)}
    union all
    select d.ended, coalesce(o.paid_currency, o.currency), 0, 0, 0, 0, 1, d.lost_amount
    from payment_dispute d join payment_order o on o.id = d.order_id
    where d.state = 'lost' and ${within(sql`d.ended`, span)}`;
}

const answersInTime = {
  /** The day, or the hour of the day. */
  time: z.string(),
  finished: z.number(),
  failed: z.number(),
  /** In micro-USD. */
  cost: z.number(),
};

/** Answers of a day or an hour, and their cost. Stopped ones count as finished: their users wanted that. */
export type AnswersInTime = RowOf<typeof answersInTime>;

export async function readAnswersInTime(
  executor: Executor,
  span: Span,
  unit: 'day' | 'hour',
): Promise<AnswersInTime[]> {
  const time = unit === 'day' ? utcDay(sql`ended`) : sql`to_char(ended at time zone 'UTC', 'HH24')`;
  const { rows } = await executor.execute(sql`
    select ${time} as time,
      (count(*) filter (where state in ('finished', 'stopped')))::int as finished,
      (count(*) filter (where state not in ('finished', 'stopped')))::int as failed,
      coalesce(sum(cost), 0)::float8 as cost
    from answer_cost where ${within(sql`ended`, span)} group by 1 order by 1`);
  return parseRows(answersInTime, rows);
}

const dailySignUps = { day: z.string(), signUps: z.number() };

export async function readDailySignUps(
  executor: Executor,
  span: Span,
): Promise<RowOf<typeof dailySignUps>[]> {
  const { rows } = await executor.execute(sql`
    select ${utcDay(sql`created`)} as day, count(*)::int as "signUps"
    from app_user where ${within(sql`created`, span)} group by 1 order by 1`);
  return parseRows(dailySignUps, rows);
}

const publishes = { published: z.number(), unchanged: z.number(), failed: z.number() };

/** Ended publishes of the queue. It keeps the newest ones of each site only. */
export type Publishes = RowOf<typeof publishes>;

export async function countPublishes(executor: Executor, span: Span): Promise<Publishes> {
  const { rows } = await executor.execute(sql`
    select (count(*) filter (where state = 'published'))::int as published,
      (count(*) filter (where state = 'unchanged'))::int as unchanged,
      (count(*) filter (where state = 'failed'))::int as failed
    from publish_run where ${within(sql`ended`, span)}`);
  return firstOf(publishes, rows);
}

const reportedAlarms = {
  name: alarm.name,
  subject: alarm.subject,
  raised: alarm.raised,
  resolved: alarm.resolved,
};

/** An alarm, and what it is about. */
export type ReportedAlarm = RowOf<typeof reportedAlarms>;

/** Returns the alarms that are open now, and those that were raised in the span, the newest first. */
export async function readAlarms(
  executor: Executor,
  span: Span,
  most: number,
): Promise<ReportedAlarm[]> {
  const { rows } = await executor.execute(sql`
    select name, subject, raised, resolved from alarm
    where resolved is null or ${within(sql`raised`, span)} order by raised desc limit ${most}`);
  return parseRows(reportedAlarms, rows);
}

function within(column: SQL, { from, to }: Span): SQL {
  return sql`${column} >= ${from.toISOString()}::timestamptz and ${column} < ${to.toISOString()}::timestamptz`;
}

function utcDay(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`;
}

function dayText(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function firstOf<Shape extends RowShape>(
  shape: Shape,
  rows: readonly Record<string, unknown>[],
): RowOf<Shape> {
  const [row] = parseRows(shape, rows);
  if (!row) throw new Error('Nothing was counted');
  return row;
}
