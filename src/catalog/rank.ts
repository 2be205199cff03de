import { type Sums, sumsOf } from '#catalog/periodSums.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';
import {
  type Period,
  type TimedRange,
  byRank,
  growthRate,
  previousPeriod,
} from '#domain/ranking.ts';

/** A place in the ranking of a period. */
export type Place = {
  gpt: Gpt;
  growth: number;
  rate: number;
  /** Places gained since the period before (negative: lost); `null` when it had none there. */
  movement: number | null;
  /** Whether the GPT was first seen in this period. */
  isNew: boolean;
};

/** The GPTs that were used in `period`, best first, at most `most`. */
export function rankPeriod(
  snapshot: Snapshot,
  range: TimedRange,
  period: Period,
  most: number,
): Place[] {
  const sums = sumsOf(snapshot);
  const before = orderOf(snapshot, range, previousPeriod(range, period));
  return ordered(snapshot, range, period)
    .slice(0, most)
    .map(({ id, gpt, growth, rate }, index) => {
      const place = before.get(id);
      const movement = place === undefined ? null : place - index;
      return { gpt, growth, rate, movement, isNew: isNewIn(period, gpt, sums) };
    });
}

type Entry = { id: string; gpt: Gpt; growth: number; rate: number };

function ordered(snapshot: Snapshot, range: TimedRange, period: Period): Entry[] {
  const sums = sumsOf(snapshot)[range];
  const now = sums.get(period.value) ?? new Map<string, number>();
  const earlier = sums.get(previousPeriod(range, period).value);
  const gpts = gptsById(snapshot);
  return [...now]
    .flatMap(([id, growth]) => {
      const gpt = gpts.get(id);
      return gpt ? [{ id, gpt, growth, rate: growthRate(growth, earlier?.get(id) ?? 0) }] : [];
    })
    .toSorted(byRank);
}

const orders = new WeakMap<Snapshot, Map<string, Map<string, number>>>();

/** The place of each GPT in a period, counted from 0; every period is asked for by the one after it. */
function orderOf(snapshot: Snapshot, range: TimedRange, period: Period): Map<string, number> {
  const known = orders.get(snapshot) ?? new Map<string, Map<string, number>>();
  orders.set(snapshot, known);
  const key = `${range}/${period.value}`;
  const order =
    known.get(key) ??
    new Map(ordered(snapshot, range, period).map(({ id }, index) => [id, index] as const));
  known.set(key, order);
  return order;
}

/** On the first day of all data everything is seen for the first time, which says nothing about a GPT. */
function isNewIn(period: Period, gpt: Gpt, { firstDay, firstUse }: Sums): boolean {
  if (gpt.created !== null) return gpt.created >= period.from && gpt.created <= period.to;
  const first = firstUse.get(gpt.id);
  if (first === undefined || firstDay === undefined || firstDay >= period.from) return false;
  return first >= period.from && first <= period.to;
}

const indexes = new WeakMap<Snapshot, Map<string, Gpt>>();

function gptsById(snapshot: Snapshot): Map<string, Gpt> {
  const index = indexes.get(snapshot) ?? new Map(snapshot.gpts.map((gpt) => [gpt.id, gpt]));
  indexes.set(snapshot, index);
  return index;
}
