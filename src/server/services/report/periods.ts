import { type Day, addDays, daysBetween, firstOfMonth, isDay } from '#domain/dates.ts';
import type { Span } from '#server/db/queries/costs.ts';

/** A day or a month (UTC). `name` is `2026-11-29` or `2026-11`; `last` belongs to it. */
export type Period = { kind: 'day' | 'month'; name: string; first: Day; last: Day };

export function dayPeriod(day: Day): Period {
  return { kind: 'day', name: day, first: day, last: day };
}

/** Returns the month of a day. */
export function monthPeriod(day: Day): Period {
  const first = firstOfMonth(day);
  const next = firstOfMonth(addDays(first, 31));
  return { kind: 'month', name: first.slice(0, 7), first, last: addDays(next, -1) };
}

/** Returns the period of a name; `undefined` if it is neither a day nor a month. */
export function parsePeriod(kind: Period['kind'], name: string): Period | undefined {
  if (kind === 'day') return isDay(name) ? dayPeriod(name) : undefined;
  return isDay(`${name}-01`) ? monthPeriod(`${name}-01`) : undefined;
}

/** Returns the day or month before. */
export function periodBefore({ kind, first }: Period): Period {
  const before = addDays(first, -1);
  return kind === 'day' ? dayPeriod(before) : monthPeriod(before);
}

export function spanOf({ first, last }: Pick<Period, 'first' | 'last'>): Span {
  return { from: startOf(first), to: startOf(addDays(last, 1)) };
}

/** Returns the days of curves: those of a month, or of a day and the 13 before it. */
export function curveDays({ kind, first, last }: Period): Day[] {
  const start = kind === 'day' ? addDays(last, -13) : first;
  return Array.from({ length: daysBetween(start, last) + 1 }, (_, at) => addDays(start, at));
}

function startOf(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}
