import type { Database } from '#server/db/connect.ts';
import { type OpenPayments, countOpenPayments } from '#server/db/queries/payments.ts';

/** Counts the events, orders, refunds and disputes that are not in a final state. */
export function countOpen({ query }: Database): Promise<OpenPayments> {
  return countOpenPayments(query);
}
