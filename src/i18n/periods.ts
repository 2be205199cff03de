import type { Language } from '#domain/languages.ts';
import type { Period, TimedRange } from '#domain/ranking.ts';
import { formatOf } from '#i18n/format.ts';

/** A period in words: a day, a span of days, or a month. */
export function periodName(language: Language, range: TimedRange, period: Period): string {
  const format = formatOf(language);
  if (range === 'daily') return format.day(period.from);
  if (range === 'weekly') return format.span(period.from, period.to);
  return format.month(period.value);
}
