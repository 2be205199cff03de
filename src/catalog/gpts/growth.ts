import { categoriesOfGpt } from '#catalog/labels/labelSlugs.ts';
import { memoise } from '#catalog/memoise.ts';
import { divideForReaders } from '#catalog/gpts/readers.ts';
import { type GrowthRow, growthRows, gptsById } from '#catalog/ranking/rankedGpt.ts';
import { type Snapshot, type Usage, rankingKey } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import type { RankingPeriod } from '#contract/ranking/ranking.ts';
import { type Day, addDays, daysBetween } from '#domain/dates.ts';
import type { Language } from '#domain/languages/languages.ts';
import { growthRate } from '#domain/ranking/formula.ts';
import { risingFirst } from '#domain/ranking/ranking.ts';

/** The growth of a GPT in the newest frozen week. */
export type WeekGrowth = {
  /** First and last day of the week. */
  from: Day;
  to: Day;
  /** Chats in the week, and their growth rate to the week before (`growthRate` of `domain/ranking/ranking.ts`). */
  growth: number;
  rate: number;
  /** Its place among all GPTs; `null` if it is not among the stored places. */
  rank: number | null;
  /** Whether a part is a share of the growth over a gap, or some days of the week are unknown. */
  isEstimated: boolean;
  /** People who used it on this site in the week; `null` below `shownUsersFloor`. */
  users: number | null;
};

/** The place of a GPT within one of its categories in the newest frozen month. */
export type CategoryRank = { category: string; rank: number };

/**
 * Returns the growth of a GPT in the newest frozen week: its frozen row or, if it has no place, the sum of its days of use.
 * Returns `null` without a frozen week, and if more than half of the week is a gap or unknown, because pages must not show
 * invented numbers.
 */
export function weekGrowthOf(snapshot: Snapshot, id: string): WeekGrowth | null {
  const [week] = snapshot.periods.weekly;
  if (week === undefined) return null;
  const { from, to } = week;
  const row = rowById(growthRows(snapshot, 'weekly', week.value)).get(id);
  if (row) {
    const { growth, rate, rank, isEstimated } = row;
    const users = usersById(snapshot).get(id) ?? null;
    return { from, to, growth, rate, rank, isEstimated, users };
  }
  const usage = snapshot.usage.get(id);
  const days = usage && daysWithin(usage, from, to);
  const before = usage && daysWithin(usage, addDays(from, -7), addDays(from, -1));
  if (days === undefined || before === undefined || days.uncertain * 2 > 7) return null;
  const rate = growthRate(days.chats, before.chats);
  const isEstimated = days.uncertain > 0 || days.hasShares;
  return { from, to, growth: days.chats, rate, rank: null, isEstimated, users: null };
}

/** Returns all inputs of `weekGrowthOf` except the GPT’s own days of use. */
export function weekInputsOf(snapshot: Snapshot, id: string): object | null {
  const [week] = snapshot.periods.weekly;
  if (week === undefined) return null;
  const { from, to, value } = week;
  const row = rowById(growthRows(snapshot, 'weekly', value)).get(id);
  const { growth, rate, rank, isEstimated } = row ?? {};
  return [from, to, growth, rate, rank, isEstimated, usersById(snapshot).get(id)];
}

/** The people of each GPT in the newest frozen week, by its id. */
const usersById = memoise(({ periods, rankings }: Snapshot): ReadonlyMap<string, number> => {
  const [week] = periods.weekly;
  const rows = week === undefined ? [] : (rankings.get(rankingKey('weekly', week.value)) ?? []);
  return new Map(
    rows.flatMap(({ id, users }) => (users === undefined ? [] : [[id, users] as const])),
  );
});

/** Returns the places of a GPT in its categories in the newest frozen month, if it is among the first hundred. */
export function categoryRanksOf(snapshot: Snapshot, gpt: Gpt): CategoryRank[] {
  const [month] = snapshot.periods.monthly;
  if (month === undefined) return [];
  return categoriesOfGpt(gpt).flatMap((category) => {
    const row = rowById(growthRows(snapshot, 'monthly', month.value, category)).get(gpt.id);
    return row ? [{ category, rank: row.rank }] : [];
  });
}

/** The rising GPTs of the newest frozen week (`risingFirst` of `domain/ranking/ranking.ts`), for readers of a language. */
export type RisingGpts = {
  week: RankingPeriod;
  /** In languages that the readers know, best known first. */
  rising: { gpt: Gpt; row: GrowthRow }[];
  /** Number of those in other languages. */
  others: number;
};

/** Returns at most `most` rising GPTs; `null` if there is no frozen week. */
export function risingThisWeek(
  snapshot: Snapshot,
  language: Language,
  most: number,
): RisingGpts | null {
  const [week] = snapshot.periods.weekly;
  if (week === undefined) return null;
  const gpts = gptsById(snapshot);
  const rows = new Map(
    risingFirst(growthRows(snapshot, 'weekly', week.value)).flatMap((row) => {
      const gpt = gpts.get(row.id);
      return gpt ? [[gpt, row] as const] : [];
    }),
  );
  const { known, others } = divideForReaders([...rows.keys()], language);
  const rising = known.slice(0, most).flatMap((gpt) => {
    const row = rows.get(gpt);
    return row ? [{ gpt, row }] : [];
  });
  return { week, rising, others: others.length };
}

/** Largest number of days in a usage line. Earlier days are unknown. */
const usageDays = 90;

/**
 * Returns the chats from one day to another, the number of `uncertain` days (unknown or in a gap), and whether a day has a
 * share of the growth over a gap. Returns `undefined` if days are earlier than a full usage line. Days before the first use
 * count as unknown if the whole span is before it.
 */
function daysWithin(
  usage: Usage,
  from: Day,
  to: Day,
): { chats: number; uncertain: number; hasShares: boolean } | undefined {
  const { lastDay, own, imported } = usage;
  const firstDay = addDays(lastDay, 1 - own.length);
  if (from < firstDay && own.length === usageDays) return undefined;
  let chats = 0;
  let uncertain = 0;
  let hasShares = false;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const index = daysBetween(firstDay, day);
    chats += (own[index] ?? 0) + (imported[index] ?? 0);
    if (to < firstDay || !isKnown(usage, day) || usage.gaps.includes(index)) uncertain += 1;
    hasShares ||= usage.estimated.includes(index);
  }
  return { chats, uncertain, hasShares };
}

function isKnown({ importedUntil, ownSince }: Usage, day: Day): boolean {
  return (importedUntil !== null && day <= importedUntil) || (ownSince !== null && day >= ownSince);
}

const rowById = memoise(
  (rows: readonly GrowthRow[]): ReadonlyMap<string, GrowthRow> =>
    new Map(rows.map((row) => [row.id, row])),
);
