import type { CorePlatform } from '#server/context.ts';
import { type OpenPayments, countOpenPayments } from '#server/db/queries/payments.ts';

/** Counts the events, orders, refunds and disputes that are not in a final state. */
export function countOpen({ database: { query } }: CorePlatform): Promise<OpenPayments> {
  return countOpenPayments(query);
}
