/** A UTC day as `YYYY-MM-DD`. */
export type Day = string;

/** Milliseconds of a day. */
export const dayMilliseconds = 86_400_000;

/** Returns the UTC day of an instant. */
export function dayOf(instant: Date): Day {
  return instant.toISOString().slice(0, 10);
}

/** Whether `value` is an existing calendar day spelled `YYYY-MM-DD`. Year 0 does not exist, as in PostgreSQL. */
export function isDay(value: string): boolean {
  const [, year, month, day] = /^(?!0000)(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  if (year === undefined) return false;
  // Compares numbers, because imports call this for each row and formatting a date takes ten times as long.
  const instant = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return instant.getUTCMonth() + 1 === Number(month) && instant.getUTCDate() === Number(day);
}

/** Returns the day `count` days after `day`, or before it if `count` is negative. */
export function addDays(day: Day, count: number): Day {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMilliseconds));
}

/** Returns the last UTC day that is over at `now`. */
export function closedDayOf(now: Date): Day {
  return addDays(dayOf(now), -1);
}

/** Returns the number of days from `from` to `to`; 0 for the same day. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds);
}

/** Returns the Monday of the week of `day` (ISO 8601 weeks). */
export function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Returns the first day of the month of `day`. */
export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}

/** Returns the first day of the month before that of `day`. */
export function firstOfPreviousMonth(day: Day): Day {
  return firstOfMonth(addDays(firstOfMonth(day), -1));
}

/**
 * Returns the row that is valid on `day`: the one with the latest `from` up to it. Of equal ones the last row counts.
 */
export function validOn<Row extends { from: Day }>(
  rows: readonly Row[],
  day: Day,
): Row | undefined {
  return rows
    .filter(({ from }) => from <= day)
    .toSorted((one, other) => (one.from === other.from ? 0 : one.from < other.from ? -1 : 1))
    .at(-1);
}
