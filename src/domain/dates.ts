/** A UTC day as `YYYY-MM-DD`. */
export type Day = string;

const dayMilliseconds = 86_400_000;

/** The UTC day of an instant. */
export function dayOf(instant: Date): Day {
  return instant.toISOString().slice(0, 10);
}

/** Whether `value` is an existing calendar day spelled `YYYY-MM-DD`. There is no year 0, for PostgreSQL either. */
export function isDay(value: string): boolean {
  const [, year, month, day] = /^(?!0000)(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  if (year === undefined) return false;
  // Numbers, as imports ask this of each row: writing a date as a text takes ten times as long.
  const instant = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return instant.getUTCMonth() + 1 === Number(month) && instant.getUTCDate() === Number(day);
}

/** The day `count` days after `day` (before it, when negative). */
export function addDays(day: Day, count: number): Day {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMilliseconds));
}

/** Days from `from` to `to`: 0 for the same day. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds);
}

/** The Monday of the week that holds `day` (ISO 8601 weeks). */
export function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** The first day of the month that holds `day`. */
export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}

/** The first day of the month before the one that holds `day`. */
export function firstOfPreviousMonth(day: Day): Day {
  return firstOfMonth(addDays(firstOfMonth(day), -1));
}
