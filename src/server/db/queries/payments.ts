import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';

/* Raw, because seven counts of different tables are one statement, as of one moment. */

const openPayments = {
  waiting: z.number(),
  parked: z.number(),
  quarantined: z.number(),
  unfulfilled: z.number(),
  refunds: z.number(),
  stuck: z.number(),
  disputes: z.number(),
};

/** The numbers of orders and messages that wait for a provider or for a person. */
export type OpenPayments = RowOf<typeof openPayments>;

/** Counts the messages, orders, refunds and disputes that are not at their end. */
export async function countOpenPayments(executor: Executor): Promise<OpenPayments> {
  const { rows } = await executor.execute(sql`select
    (select count(*) from provider_event where state = 'waiting')::int as waiting,
    (select count(*) from provider_event where state = 'parked')::int as parked,
    (select count(*) from payment_order where state = 'quarantined')::int as quarantined,
    (select count(*) from payment_order where state = 'paid')::int as unfulfilled,
    (select count(*) from payment_refund where state in ('requested', 'pending'))::int as refunds,
    (select count(*) from payment_refund where state = 'pending' and is_stuck)::int as stuck,
    (select count(*) from payment_dispute where state = 'open')::int as disputes`);
  const [counts] = parseRows(openPayments, rows);
  if (!counts) throw new Error('Nothing was counted');
  return counts;
}
