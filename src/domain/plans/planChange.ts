import { type PlanProduct, planProducts } from '#domain/plans/planTerms.ts';

/** An upgrade is charged in full and starts now; a downgrade waits for the end of the paid period. */
export type PlanChangeKind = 'upgrade' | 'downgrade';

/**
 * Returns the kind of a change from one plan to another; `undefined` for the same plan. A change to a larger plan is paid
 * now. Every other change waits, so that no paid time is lost.
 */
export function planChangeKind(from: PlanProduct, to: PlanProduct): PlanChangeKind | undefined {
  if (from === to) return undefined;
  return planProducts.indexOf(to) > planProducts.indexOf(from) ? 'upgrade' : 'downgrade';
}

/** Returns the plans that a plan can change to. */
export function otherPlans(from: PlanProduct): PlanProduct[] {
  return planProducts.filter((product) => product !== from);
}

/** The plans that are paid by the year. */
export const yearlyPlans: readonly PlanProduct[] = ['basic_year', 'pro_year'];

/** The plans that are paid by the month. */
export const monthlyPlans: readonly PlanProduct[] = ['basic_month', 'pro_month'];

/** Days before the renewal of a monthly plan at which a reminder is mailed. */
export const monthlyReminderDays = 3;

/** Days before the renewal of a yearly plan, or the end of a prepaid one, at which a reminder is mailed. */
export const reminderDays = 7;
