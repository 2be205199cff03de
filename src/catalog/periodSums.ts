import type { Snapshot } from '#catalog/readSnapshot.ts';
import { type Day, mondayOf } from '#domain/dates.ts';
import { type TimedRange } from '#domain/ranking.ts';

/** Chats by GPT id in each period of a range; the keys are the periods’ values. */
export type PeriodSums = ReadonlyMap<string, ReadonlyMap<string, number>>;

export type Sums = Readonly<Record<TimedRange, PeriodSums>> & {
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

function addUp(snapshot: Snapshot): Sums {
  const daily = new Map<string, Map<string, number>>();
  const weekly = new Map<string, Map<string, number>>();
  const monthly = new Map<string, Map<string, number>>();
  const firstUse = new Map<string, Day>();
  for (const [id, days] of snapshot.usage) {
    for (const { day, chats } of days) {
      if (chats <= 0) continue;
      if (!firstUse.has(id)) firstUse.set(id, day);
      add(daily, day, id, chats);
      add(weekly, mondayOf(day), id, chats);
      add(monthly, day.slice(0, 7), id, chats);
    }
  }
  const firstDay = [...firstUse.values()].reduce<Day | undefined>(earlier, undefined);
  return { daily, weekly, monthly, firstUse, firstDay };
}

function add(
  sums: Map<string, Map<string, number>>,
  period: string,
  id: string,
  chats: number,
): void {
  const byId = sums.get(period) ?? new Map<string, number>();
  byId.set(id, (byId.get(id) ?? 0) + chats);
  sums.set(period, byId);
}

function earlier(one: Day | undefined, other: Day): Day {
  return one === undefined || other < one ? other : one;
}
