import type { Language } from '#domain/languages.ts';
import type { Period, TimedRange } from '#domain/ranking.ts';
import { formatOf } from '#i18n/format.ts';

/** Periods of one month or year, under its name: a menu says each day by its number, each month without its year. */
export type PeriodGroup = {
  name: string;
  items: readonly { value: string; name: string }[];
};

/** A period in words: a day, a span of days, or a month. */
export function periodName(language: Language, range: TimedRange, period: Period): string {
  const format = formatOf(language);
  if (range === 'daily') return format.day(period.from);
  if (range === 'weekly') return format.span(period.from, period.to);
  return format.month(period.value);
}

/**
 * Periods, newest first, as a menu shows them: days by their month, weeks (by their Monday) and months by their year.
 * Days and months stand in their group as in a calendar, weeks newest first.
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
