import { type Product, isYearly } from '#domain/plans.ts';

/** The plans, the smallest first: ordered by tier, then by the length of the period. */
export const planProducts = ['basic_month', 'basic_year', 'pro_month', 'pro_year'] as const;

export type PlanProduct = (typeof planProducts)[number];

type Span = { starts: Date; ends: Date };

/**
 * A span of time for which a user has a plan. If `lotsUntil` is set, the term's lots start before it: the last lot of a
 * renewing plan can be spent for some days longer, until the next period is paid.
 */
export type PlanTerm = Span & { id: string; product: PlanProduct; lotsUntil?: Date | null };

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
  return addMonths(starts, isYearly(product) ? 12 : 1);
}

/**
 * Returns the span in which the term's lot with this index (from 0) can be spent: a week of Basic, or a month of Pro. The
 * last lot ends with the term. Returns `undefined` for a lot that would start after the term.
 */
export function lotSpan(
  { product, starts, ends, lotsUntil }: Omit<PlanTerm, 'id'>,
  index: number,
): Span | undefined {
  const startOf = (lot: number) =>
    isPro(product) ? addMonths(starts, lot) : new Date(starts.getTime() + lot * weekMilliseconds);
  const lotStarts = startOf(index);
  const next = startOf(index + 1);
  const lastStart = lotsUntil ?? ends;
  if (lotStarts >= lastStart) return undefined;
  return { starts: lotStarts, ends: next < lastStart ? next : ends };
}

/** Returns the index of the lot that can be spent at `time`; `undefined` before the term and after it. */
export function lotIndexAt(term: Omit<PlanTerm, 'id'>, time: Date): number | undefined {
  if (time < term.starts || time >= term.ends) return undefined;
  for (let index = 0; ; index += 1) {
    const span = lotSpan(term, index);
    if (!span || time < span.ends) return span && index;
  }
}

export type AddedTerm = Span & {
  /** Future terms that are moved behind the added one, with their new start and end. */
  moved: (Span & { id: string })[];
  /**
   * The running term that is interrupted. It ends with its current week; `rest` is its remaining time, moved to later.
   */
  cut: { id: string; ends: Date; rest: Span } | undefined;
};

/**
 * Adds a plan to a user's open terms. Returns the new term and the changes of the others. One plan runs at a time, and no
 * paid time is lost: the same plan continues after its last term, Basic starts after the end of Pro, and Pro starts at once
 * and moves the remaining time of Basic behind it. A `period` that a provider bills is never moved; all other open time
 * comes after it.
 */
export function addTerm(
  open: readonly PlanTerm[],
  product: PlanProduct,
  now: Date,
  period?: Span,
): AddedTerm {
  const isAhead = (term: PlanTerm) =>
    period ? paidUntil(term) <= period.starts : !isPro(product) || isPro(term.product);
  const ahead = open.filter(isAhead);
  const latestEnd = ahead.reduce((latest, { ends }) => (ends > latest ? ends : latest), now);
  const starts = period?.starts ?? latestEnd;
  const ends = period?.ends ?? termEnd(product, starts);
  const added: AddedTerm = { starts, ends, moved: [], cut: undefined };
  // The credits of a renewing plan last some days longer, until the next period is paid.
  let free = period ? new Date(ends.getTime() + renewalDays * 86_400_000) : ends;
  const takeSpan = (milliseconds: number): Span => {
    const span = { starts: free, ends: new Date(free.getTime() + milliseconds) };
    free = span.ends;
    return span;
  };
  const behind = open.filter((term) => !ahead.includes(term));
  for (const term of behind.toSorted((one, other) => Number(one.starts) - Number(other.starts))) {
    const running = lotIndexAt(term, now);
    if (running === undefined) {
      added.moved.push({ id: term.id, ...takeSpan(Number(paidUntil(term)) - Number(term.starts)) });
      continue;
    }
    const weekEnds = lotSpan(term, running)?.ends ?? term.ends;
    const left = Number(paidUntil(term)) - Number(weekEnds);
    if (left > 0) added.cut = { id: term.id, ends: weekEnds, rest: takeSpan(left) };
  }
  return added;
}

/** Returns the end of the paid time. The extra days of a renewing plan's last lot are not paid. */
function paidUntil({ ends, lotsUntil }: PlanTerm): Date {
  return lotsUntil ?? ends;
}

/** Returns the same day and time `months` later, or the last day of a shorter month. */
function addMonths(start: Date, months: number): Date {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}
