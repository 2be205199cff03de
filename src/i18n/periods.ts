import { addDays, daysBetween, mondayOf } from '#domain/dates.ts';
import { type Language, languageTags } from '#domain/languages/languages.ts';
import type { Period, TimedRange } from '#domain/ranking/ranking.ts';
import { formatOf } from '#i18n/format.ts';

/** A menu group: the periods of one month or year. Names of items do not repeat the name of the group. */
export type PeriodGroup = {
  name: string;
  items: readonly PeriodItem[];
};

/**
 * `label` is the accessible name of a day, of which a cell of the calendar shows the number only. `column` is the day of the week from 1 (Monday), for days that do not follow the item before them: the days are shown as
 * a calendar, in which those without a ranking leave a gap.
 */
type PeriodItem = { value: string; name: string; label?: string; column?: number };

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
    items: (range === 'weekly' ? members : members.toReversed()).map((period, index, all) => ({
      value: period.value,
      name: nameInGroup(language, range, period),
      ...(range === 'daily' && {
        label: periodName(language, range, period),
        ...columnOf(period, all[index - 1]),
      }),
    })),
  }));
}

/** Returns the initials of the days of the week, from Monday. */
export function weekdayInitials(language: Language): string[] {
  const format = new Intl.DateTimeFormat(languageTags[language], {
    weekday: 'narrow',
    timeZone: 'UTC',
  });
  // The first of January 2024 is a Monday.
  return Array.from({ length: 7 }, (_, index) => format.format(Date.UTC(2024, 0, 1 + index)));
}

function columnOf({ from }: Period, before: Period | undefined): Pick<PeriodItem, 'column'> {
  if (before && addDays(before.from, 1) === from) return {};
  return { column: daysBetween(mondayOf(from), from) + 1 };
}

function nameInGroup(language: Language, range: TimedRange, { from, to }: Period): string {
  const format = formatOf(language);
  // Without the unit of Chinese, Japanese and Korean days, which would fill the cells of a calendar on phones.
  if (range === 'daily') return String(Number(from.slice(-2)));
  return range === 'weekly' ? format.spanInYear(from, to) : format.monthOfYear(from);
}
