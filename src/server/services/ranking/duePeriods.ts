import { sql } from 'drizzle-orm';
import { type Day, dayOf } from '#domain/dates.ts';
import {
  type Period,
  type TimedRange,
  freezeDelayHours,
  periodsEndingOn,
} from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { readStoredDays, readUsedDays } from '#server/db/queries/usageDays.ts';
import { gptUsageDay, rankingPeriod } from '#server/db/schema/ranking.ts';

export type NamedPeriod = { range: TimedRange; period: Period };

const hour = 3_600_000;

/**
 * Returns the periods that are due to be frozen at `now`, oldest first: they ended at least six hours ago, are not
 * frozen, and have data for their last day. A reading counts as data, also without growth. A day of a gap counts only
 * if a later reading ends the gap; a period without any reading has no data, and neither has one without growth. Days
 * of GPTs that the catalogue does not show do not count: a history that is imported before its catalogue must not
 * produce empty rankings.
 */
export async function duePeriods(query: Executor, now: Date): Promise<NamedPeriod[]> {
  const openFrom = dayOf(new Date(now.getTime() - freezeDelayHours * hour));
  const frozen = await frozenNames(query);
  const stored = await readStoredDays(query);
  const candidates = stored
    .filter((day) => day < openFrom)
    .flatMap(periodsEndingOn)
    .filter(({ range, period }) => !frozen.has(`${range}/${period.value}`));
  const firstDay = candidates.map(({ period }) => period.from).toSorted()[0];
  if (firstDay === undefined) return [];
  const days = await readUsedDays(
    query,
    stored.filter((day) => day >= firstDay),
  );
  const lastKnown = days.findLast(({ known }) => known)?.day ?? '';
  return candidates.filter(({ period: { from, to } }) => {
    const within = days.filter(({ day }) => day >= from && day <= to);
    const hasLast = within.at(-1)?.day === to && lastKnown >= to;
    return hasLast && within.some(({ known }) => known) && within.some(({ grew }) => grew);
  });
}

/** Returns the first day on which any GPT was used; `undefined` without data. */
export async function firstUsedDay(query: Executor): Promise<Day | undefined> {
  const [first] = await query
    .select({ day: gptUsageDay.day })
    .from(gptUsageDay)
    .where(sql`${gptUsageDay.own} + ${gptUsageDay.imported} > 0`)
    .orderBy(gptUsageDay.day)
    .limit(1);
  return first?.day;
}

async function frozenNames(query: Executor): Promise<Set<string>> {
  const periods = await query
    .select({ range: rankingPeriod.range, value: rankingPeriod.value })
    .from(rankingPeriod);
  return new Set(periods.map(({ range, value }) => `${range}/${value}`));
}
