import type { Product } from '#domain/plans.ts';

/** The products that are a plan for a month or a year. */
export const planProducts = ['basic_month', 'basic_year', 'pro_month', 'pro_year'] as const;

export type PlanProduct = (typeof planProducts)[number];

type Span = { starts: Date; ends: Date };

/**
 * A span of time for which a user has a plan. Its lots of credits start before `lotsUntil`, where that is set: the last
 * lot of a renewing plan can be spent until the next period has been paid.
 */
export type PlanTerm = Span & { id: string; product: PlanProduct; lotsUntil?: Date | null };

/**
 * A provider makes the bill of the next period about an hour after the last one has ended, and tries again for days when
 * a card fails: so long the credits stay.
 */
export const renewalDays = 3;

const weekMilliseconds = 7 * 86_400_000;

export function isPlan(product: Product | null): product is PlanProduct {
  return planProducts.some((plan) => plan === product);
}

/** Whether a product is a time of Pro; other plans are Basic. */
export function isPro(product: PlanProduct): boolean {
  return product === 'pro_month' || product === 'pro_year';
}

/** Returns when a plan that starts at `starts` ends. */
export function termEnd(product: PlanProduct, starts: Date): Date {
  return addMonths(starts, product === 'pro_year' || product === 'basic_year' ? 12 : 1);
}

/**
 * Returns the span in which the term's lot of credits with this index can be spent, from 0 on: a week of Basic, a month
 * of Pro. The last lot ends with the term. Returns `undefined` for a lot that would start after the term.
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
  /** Terms that wait for the added one: when they start and end from now on. */
  moved: (Span & { id: string })[];
  /** The running term that is interrupted: it ends with its present week, and `rest` is the remaining time, later. */
  cut: { id: string; ends: Date; rest: Span } | undefined;
};

/**
 * Adds a plan to a user's open terms, and returns the new term with the changes of the others. One plan runs at a time
 * and no paid time is lost: the same plan continues after its last term, Basic starts when Pro has ended, and Pro starts
 * at once, with the remaining time of Basic after it. A `period` that a provider bills is kept as it is: everything else
 * that is open then comes after it.
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
  // The credits of a renewing plan last some days longer, until its next period is paid.
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

/** The days that the last lot of a renewing plan lasts longer are no paid time. */
function paidUntil({ ends, lotsUntil }: PlanTerm): Date {
  return lotsUntil ?? ends;
}

/** The same day and time some months later, or the last day of a month that is too short for it. */
function addMonths(start: Date, months: number): Date {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}
