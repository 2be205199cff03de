import { categoriesOfGpt } from '#catalog/labelSlugs.ts';
import { memoise } from '#catalog/memoise.ts';
import { type GrowthRow, growthRows, gptsById } from '#catalog/rankedGpt.ts';
import type { Snapshot, Usage } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';
import type { RankingPeriod } from '#contract/ranking.ts';
import { type Day, addDays, daysBetween } from '#domain/dates.ts';
import { growthRate, risingFirst } from '#domain/ranking.ts';

/** The growth of a GPT in the newest frozen week. */
export type WeekGrowth = {
  /** First and last day of the week. */
  from: Day;
  to: Day;
  /** Chats in it, and how they compare with the week before (`growthRate` of `domain/ranking.ts`). */
  growth: number;
  rate: number;
  /** Its place among all GPTs; `null` where it has none of those that are kept. */
  rank: number | null;
  /** Whether a part of it is a share of what grew over a gap, or some days of the week are not known. */
  isEstimated: boolean;
};

/** The place of a GPT within one of its categories in the newest frozen month. */
export type CategoryRank = { category: string; rank: number };

/**
 * Returns the growth of a GPT in the newest frozen week: as it was frozen or, where it has no place there, from its days of use.
 * `null` without a frozen week, and where more than half of it is a gap or unknown: pages never show an invented number.
 */
export function weekGrowthOf(snapshot: Snapshot, id: string): WeekGrowth | null {
  const [week] = snapshot.periods.weekly;
  if (week === undefined) return null;
  const { from, to } = week;
  const row = rowById(growthRows(snapshot, 'weekly', week.value)).get(id);
  if (row) {
    const { growth, rate, rank, isEstimated } = row;
    return { from, to, growth, rate, rank, isEstimated };
  }
  const usage = snapshot.usage.get(id);
  const days = usage && daysWithin(usage, from, to);
  const before = usage && daysWithin(usage, addDays(from, -7), addDays(from, -1));
  if (days === undefined || before === undefined || days.uncertain * 2 > 7) return null;
  const rate = growthRate(days.chats, before.chats);
  const isEstimated = days.uncertain > 0 || days.hasShares;
  return { from, to, growth: days.chats, rate, rank: null, isEstimated };
}

/** Returns all that `weekGrowthOf` reads besides the GPT’s own days of use. */
export function weekInputsOf(snapshot: Snapshot, id: string): object | null {
  const [week] = snapshot.periods.weekly;
  if (week === undefined) return null;
  const { from, to, value } = week;
  const row = rowById(growthRows(snapshot, 'weekly', value)).get(id);
  const { growth, rate, rank, isEstimated } = row ?? {};
  return [from, to, growth, rate, rank, isEstimated];
}

/** Returns the places of a GPT within its categories in the newest frozen month, where it is among the first hundred. */
export function categoryRanksOf(snapshot: Snapshot, gpt: Gpt): CategoryRank[] {
  const [month] = snapshot.periods.monthly;
  if (month === undefined) return [];
  return categoriesOfGpt(gpt).flatMap((category) => {
    const row = rowById(growthRows(snapshot, 'monthly', month.value, category)).get(gpt.id);
    return row ? [{ category, rank: row.rank }] : [];
  });
}

/** Returns the rising GPTs of the newest frozen week, by `risingFirst` of `domain/ranking.ts`; `null` when there is no such week. */
export function risingThisWeek(
  snapshot: Snapshot,
  most: number,
): { week: RankingPeriod; rising: { gpt: Gpt; row: GrowthRow }[] } | null {
  const [week] = snapshot.periods.weekly;
  if (week === undefined) return null;
  const gpts = gptsById(snapshot);
  const rows = risingFirst(growthRows(snapshot, 'weekly', week.value)).slice(0, most);
  const rising = rows.flatMap((row) => {
    const gpt = gpts.get(row.id);
    return gpt ? [{ gpt, row }] : [];
  });
  return { week, rising };
}

/** The days that a usage line has at most: earlier days are unknown. */
const usageDays = 90;

/**
 * Chats from one day to another, how many of these days are unknown or belong to a gap, and whether any has a share of
 * one; `undefined` where some of them are before what the line tells. Where all of them are before the first use, nothing is known of them.
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
    const place = daysBetween(firstDay, day);
    chats += (own[place] ?? 0) + (imported[place] ?? 0);
    if (to < firstDay || !isKnown(usage, day) || usage.gaps.includes(place)) uncertain += 1;
    hasShares ||= usage.estimated.includes(place);
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
