import type { DayUse, Snapshot } from '#catalog/readSnapshot.ts';
import { type Day, mondayOf } from '#domain/dates.ts';
import type { TimedRange } from '#domain/ranking.ts';

/** Chats by GPT id in each period of a range; the keys are the periods’ values. */
export type PeriodSums = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Chats of all GPTs in a period, by where they were held. */
export type Content = { own: number; imported: number };

export type Sums = Readonly<Record<TimedRange, PeriodSums>> & {
  contents: Readonly<Record<TimedRange, ReadonlyMap<string, Content>>>;
  /** The first day with data at all. */
  firstDay: Day | undefined;
  /** The first day on which each GPT was used. */
  firstUse: ReadonlyMap<string, Day>;
};

const known = new WeakMap<Snapshot, Sums>();

/** Adds the days of use up into days, weeks and months, in one pass over the snapshot. */
export function sumsOf(snapshot: Snapshot): Sums {
  const sums = known.get(snapshot) ?? addUp(snapshot);
  known.set(snapshot, sums);
  return sums;
}

/** The value of the period that holds a day. */
const periodOf: Readonly<Record<TimedRange, (day: Day) => string>> = {
  daily: (day) => day,
  weekly: mondayOf,
  monthly: (day) => day.slice(0, 7),
};

function addUp(snapshot: Snapshot): Sums {
  const ranges = { daily: new Range(), weekly: new Range(), monthly: new Range() };
  const firstUse = new Map<string, Day>();
  for (const [id, days] of snapshot.usage) {
    for (const use of days) {
      if (use.imported + use.own <= 0) continue;
      if (!firstUse.has(id)) firstUse.set(id, use.day);
      ranges.daily.add(periodOf.daily(use.day), id, use);
      ranges.weekly.add(periodOf.weekly(use.day), id, use);
      ranges.monthly.add(periodOf.monthly(use.day), id, use);
    }
  }
  const { daily, weekly, monthly } = ranges;
  return {
    daily: daily.sums,
    weekly: weekly.sums,
    monthly: monthly.sums,
    contents: { daily: daily.contents, weekly: weekly.contents, monthly: monthly.contents },
    firstUse,
    firstDay: [...firstUse.values()].reduce<Day | undefined>(earlier, undefined),
  };
}

class Range {
  readonly sums = new Map<string, Map<string, number>>();
  readonly contents = new Map<string, Content>();

  add(period: string, id: string, { imported, own }: DayUse): void {
    const sums = this.sums.get(period) ?? new Map<string, number>();
    sums.set(id, (sums.get(id) ?? 0) + imported + own);
    this.sums.set(period, sums);
    const content = this.contents.get(period) ?? { own: 0, imported: 0 };
    content.own += own;
    content.imported += imported;
    this.contents.set(period, content);
  }
}

function earlier(one: Day | undefined, other: Day): Day {
  return one === undefined || other < one ? other : one;
}
