import { sql } from 'drizzle-orm';
import { subscription } from '#server/db/schema/orders.ts';
import type { SubscriptionRow } from '#server/services/orders/subscriptions/findSubscription.ts';

/** The columns of a downgrade that waits for the end of the paid period. */
export type NextPlan = Pick<
  SubscriptionRow,
  'nextProduct' | 'nextAmount' | 'nextFrom' | 'nextChangeId' | 'nextConfirmed'
>;

/** The columns of a plan whose user asked for the deletion of the account. */
type LeavingPlan = Pick<SubscriptionRow, 'leaving' | 'keptProduct' | 'keptAmount'>;

/** Columns that a change stores together with the provider's state. */
export type ChangedPlan = Partial<NextPlan & LeavingPlan>;

export const notLeaving: LeavingPlan = { leaving: null, keptProduct: null, keptAmount: null };

export const noNextPlan: NextPlan = {
  nextProduct: null,
  nextAmount: null,
  nextFrom: null,
  nextChangeId: null,
  nextConfirmed: false,
};

/**
 * Returns the update of the period columns. A period that starts earlier than the stored one changes nothing, because
 * the bill of a period before an upgrade can arrive after the upgrade. The period of an upgrade may end before the one
 * that it replaces, as a month does within a year.
 */
export function latestPeriod(starts: Date, ends: Date) {
  const [from, to] = [starts.toISOString(), ends.toISOString()];
  return {
    periodStarts: sql`greatest(${subscription.periodStarts}, ${from}::timestamptz)`,
    periodEnds: sql`case when ${subscription.periodStarts} > ${from}::timestamptz
      then ${subscription.periodEnds} else ${to}::timestamptz end`,
  };
}
