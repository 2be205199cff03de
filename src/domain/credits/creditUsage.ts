import { type Day, addDays, daysBetween } from '#domain/dates.ts';

/** The groups by which usage can be summed. */
export const usageGroups = ['day', 'month', 'gpt', 'model'] as const;

export type UsageGroup = (typeof usageGroups)[number];

/** The spans of days, the present one included, that usage is shown for. */
export const usageSpans = [7, 30, 90, 365] as const;

export type UsageSpan = (typeof usageSpans)[number];

/** Charged questions with a common key: a day, a month (`YYYY-MM`), or the id of a GPT or a model. */
export type UsageRow = {
  /** `null` for questions without a GPT, or whose conversation was deleted for good. */
  key: string | null;
  /** The name of a GPT, else `null`. */
  name: string | null;
  questions: number;
  credits: number;
};

/** Returns the keys of all days or months from `from` to `to`; `undefined` for groups without an order in time. */
export function keysOfSpan(group: UsageGroup, from: Day, to: Day): string[] | undefined {
  if (group !== 'day' && group !== 'month') return undefined;
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) =>
    addDays(from, index),
  );
  return group === 'day' ? days : [...new Set(days.map((day) => day.slice(0, 7)))];
}

/** Adds a row for each key without one. */
export function fillSpan(rows: readonly UsageRow[], keys: readonly string[]): UsageRow[] {
  const known = new Map(rows.map((row) => [row.key, row]));
  return keys.map((key) => known.get(key) ?? { key, name: null, questions: 0, credits: 0 });
}
