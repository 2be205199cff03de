import type { Language } from '#domain/languages/languages.ts';
import type { Period, TimedRange } from '#domain/ranking/ranking.ts';
import { formatOf } from '#i18n/format.ts';

/** A menu group: the periods of one month or year. Names of items do not repeat the name of the group. */
export type PeriodGroup = {
  name: string;
  items: readonly { value: string; name: string }[];
};

/** Returns the name of a period: a day, a span of days, or a month. */
export function periodName(language: Language, range: TimedRange, period: Period): string {
  const format = formatOf(language);
  if (range === 'daily') return format.day(period.from);
  if (range === 'weekly') return format.span(period.from, period.to);
  return format.month(period.value);
}

/**
 * Returns the menu groups of periods, newest first: days by month, weeks (by their Monday) and months by year. Within a
 * group, days and months are in calendar order, and weeks are newest first.
 */
export function periodGroups(
  language: Language,
  range: TimedRange,
  periods: readonly Period[],
): PeriodGroup[] {
  const format = formatOf(language);
  const groups = Map.groupBy(periods, ({ from }) => from.slice(0, range === 'daily' ? 7 : 4));
  return [...groups].map(([key, members]) => ({
    name: range === 'daily' ? format.month(key) : format.year(`${key}-01-01`),
    items: (range === 'weekly' ? members : members.toReversed()).map((period) => ({
      value: period.value,
      name: nameInGroup(language, range, period),
    })),
  }));
}

function nameInGroup(language: Language, range: TimedRange, { from, to }: Period): string {
  const format = formatOf(language);
  if (range === 'daily') return format.dayOfMonth(from);
  return range === 'weekly' ? format.spanInYear(from, to) : format.monthOfYear(from);
}
