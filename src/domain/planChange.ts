import { type PlanProduct, planProducts } from '#domain/planTerms.ts';

/** An upgrade is charged in full and starts now; a downgrade waits for the end of the paid period. */
export type PlanChangeKind = 'upgrade' | 'downgrade';

/** The plans that a change can lead to, the smallest first: the tier counts first, then the length of the period. */
const byRank: readonly PlanProduct[] = ['basic_month', 'basic_year', 'pro_month', 'pro_year'];

/**
 * Returns how a plan changes to another one; `undefined` for the same one. More credits a month, or more time at once, is
 * paid now; everything else waits, so that nobody loses a time of a plan that is paid.
 */
export function planChangeKind(from: PlanProduct, to: PlanProduct): PlanChangeKind | undefined {
  if (from === to) return undefined;
  return byRank.indexOf(to) > byRank.indexOf(from) ? 'upgrade' : 'downgrade';
}

/** Returns the plans that a plan can change to. */
export function otherPlans(from: PlanProduct): PlanProduct[] {
  return planProducts.filter((product) => product !== from);
}

/** The plans that are paid by the year. */
export const yearlyPlans: readonly PlanProduct[] = ['basic_year', 'pro_year'];

/** Days before the renewal of a yearly plan, or the end of a prepaid one, from which on a reminder is mailed. */
export const reminderDays = 7;
