import { type Product, isYearly } from '#domain/plans/plans.ts';

/** The plans, the smallest first: ordered by tier, then by the length of the period. */
export const planProducts = ['basic_month', 'basic_year', 'pro_month', 'pro_year'] as const;

export type PlanProduct = (typeof planProducts)[number];

export type Span = { starts: Date; ends: Date };

/**
 * A span of time for which a user has a plan. If `lotsUntil` is set, the term's lots start before it: the last lot of a
 * renewing plan can be spent for some days longer, until the next period is paid.
 */
export type PlanTerm = Span & {
  id: string;
  product: PlanProduct;
  lotsUntil?: Date | null;
  /** The time from which the term's months are counted, its start or an earlier one. `null` for its start. */
  anchor?: Date | null;
  /** When the next lot is due. `null` when the running lot is the last one, regardless of the length of the term. */
  nextLot?: Date | null;
};

/**
 * Days for which the credits of a renewing plan stay after its period. The provider makes the next bill about an hour after
 * the period, and retries for days if a card fails.
 */
export const renewalDays = 3;

const weekMilliseconds = 7 * 86_400_000;

export function isPlan(product: Product | null): product is PlanProduct {
  return planProducts.some((plan) => plan === product);
}

/** Whether a plan is Pro. The other plans are Basic. */
export function isPro(product: PlanProduct): boolean {
  return product === 'pro_month' || product === 'pro_year';
}

/** Returns when a plan that starts at `starts` ends. */
export function termEnd(product: PlanProduct, starts: Date): Date {
  return addMonths(starts, monthsOf(product));
}

/** Returns the months that are paid with a product. */
export function monthsOf(product: PlanProduct): number {
  return isYearly(product) ? 12 : 1;
}

/**
 * Returns the span in which the term's lot with this index (from 0) can be spent: a week of Basic, or a month of Pro. The
 * last lot ends with the term. Returns `undefined` for a lot that would start after the term. Months are counted from the
 * anchor, so that they keep its day after a shorter month. The days of an interrupted term never make one month more.
 */
export function lotSpan(
  { product, starts, ends, lotsUntil, anchor }: Omit<PlanTerm, 'id'>,
  index: number,
): Span | undefined {
  const first = anchor ?? starts;
  const skipped = monthsBetween(first, starts);
  const startOf = (lot: number) => {
    if (lot === 0) return starts;
    return isPro(product)
      ? addMonths(first, skipped + lot)
      : new Date(starts.getTime() + lot * weekMilliseconds);
  };
  const lotStarts = startOf(index);
  const next = startOf(index + 1);
  const lastStart = lotsUntil ?? ends;
  const mostLots = isPro(product) ? countMonths(starts, lastStart) : Infinity;
  if (lotStarts >= lastStart || index >= mostLots) return undefined;
  return { starts: lotStarts, ends: next < lastStart && index + 1 < mostLots ? next : ends };
}

/** Returns the number of months of a length of time, regardless of the months of the year. */
function countMonths(starts: Date, ends: Date): number {
  const averageMonth = 30.436_875 * 86_400_000;
  return Math.max(Math.round((Number(ends) - Number(starts)) / averageMonth), 1);
}

/** Returns the index of the lot that can be spent at `time`; `undefined` before the term and after it. */
export function lotIndexAt(term: Omit<PlanTerm, 'id'>, time: Date): number | undefined {
  if (time < term.starts || time >= term.ends) return undefined;
  for (let index = 0; ; index += 1) {
    const span = lotSpan(term, index);
    if (!span || time < span.ends) return span && index;
  }
}

/** Returns the end of the paid time. The extra days of a renewing plan's last lot are not paid. */
export function paidUntil({ ends, lotsUntil }: Pick<PlanTerm, 'ends' | 'lotsUntil'>): Date {
  return lotsUntil ?? ends;
}

/** Returns the same day and time `months` later, or the last day of a shorter month. */
export function addMonths(start: Date, months: number): Date {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}

/** Returns the calendar months from the month of `start` to that of `end`. */
export function monthsBetween(start: Date, end: Date): number {
  const years = end.getUTCFullYear() - start.getUTCFullYear();
  return years * 12 + end.getUTCMonth() - start.getUTCMonth();
}
