import type { Database } from '#server/db/connect.ts';
import { type OpenPayments, countOpenPayments } from '#server/db/queries/payments.ts';

/** Counts the messages, orders, refunds and disputes that are not at their end. */
export function countOpen({ query }: Database): Promise<OpenPayments> {
  return countOpenPayments(query);
}
