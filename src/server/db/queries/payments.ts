import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';

/* Raw, because seven counts of different tables are one statement, as of one moment. */

/** The numbers of orders and messages that wait for a provider or for a person. */
export type OpenPayments = Record<
  'waiting' | 'parked' | 'quarantined' | 'unfulfilled' | 'refunds' | 'stuck' | 'disputes',
  number
>;

/** Counts the messages, orders, refunds and disputes that are not at their end. */
export async function countOpenPayments(executor: Executor): Promise<OpenPayments> {
  const { rows } = await executor.execute<OpenPayments>(sql`select
    (select count(*) from provider_event where state = 'waiting')::int as waiting,
    (select count(*) from provider_event where state = 'parked')::int as parked,
    (select count(*) from payment_order where state = 'quarantined')::int as quarantined,
    (select count(*) from payment_order where state = 'paid')::int as unfulfilled,
    (select count(*) from payment_refund where state in ('requested', 'pending'))::int as refunds,
    (select count(*) from payment_refund where state = 'pending' and is_stuck)::int as stuck,
    (select count(*) from payment_dispute where state = 'open')::int as disputes`);
  if (!rows[0]) throw new Error('Nothing was counted');
  return rows[0];
}
