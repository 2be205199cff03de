import { and, desc, eq, sql } from 'drizzle-orm';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { RankingPeriod, getWeeklyRanking } from '#contract/ranking/ranking.ts';
import { closedDayOf } from '#domain/dates.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { rankingCategory } from '#server/db/schema/ranking.ts';
import { AppError } from '#server/errors.ts';
import {
  frozenPeriod,
  frozenPeriods,
  toRankingTime,
} from '#server/services/ranking/frozenPeriods.ts';
import { rankingItems } from '#server/services/ranking/rankingItems.ts';

export type RankingAnswer = ResponseOf<typeof getWeeklyRanking>;

export type RankingQuery = { current_time?: string | undefined; time?: string | undefined };

/**
 * Returns the frozen periods of a range that had ended on a day, and the first hundred places of one of them: of
 * `time`, else of the newest. Throws `unknown_period` when `time` is not frozen.
 */
export async function readRanking(
  { database: { query }, now }: Context,
  range: TimedRange,
  { current_time: currentDay, time }: RankingQuery,
): Promise<RankingAnswer> {
  const periods = await frozenPeriods(query, range, now(), currentDay);
  const period =
    time === undefined
      ? periods[0]
      : (periods.find(({ value }) => value === time) ?? (await frozenPeriod(query, range, time)));
  if (period === undefined && time !== undefined) throw unknownPeriod();
  return {
    time_menu: periods.map(toRankingTime),
    period: period ?? null,
    items:
      period === undefined
        ? []
        : await rankingItems(query, range, period.value, '', closedDayOf(now())),
  };
}

/**
 * Returns the categories of the newest month frozen on a day, largest first, and the first hundred places in one of
 * them: `time`, else the largest. The sums of the period are those of the category. Throws `unknown_period` when `time`
 * is not a category of that month.
 */
export async function readCategoryRanking(
  { database: { query }, now }: Context,
  { current_time: currentDay, time }: RankingQuery,
): Promise<RankingAnswer> {
  const [month] = await frozenPeriods(query, 'monthly', now(), currentDay);
  const categories = month === undefined ? [] : await categoriesOf(query, month);
  const category =
    time === undefined ? categories[0] : categories.find(({ name }) => name === time);
  if (category === undefined && time !== undefined) throw unknownPeriod();
  if (month === undefined || category === undefined) {
    return { time_menu: [], period: null, items: [] };
  }
  const { from, to } = month;
  return {
    time_menu: categories.map(({ name }) => ({
      value: name,
      label: name.replaceAll('-', ' '),
      from,
      to,
    })),
    period: { ...month, own: category.own, imported: category.imported },
    items: await rankingItems(query, 'monthly', month.value, category.name, closedDayOf(now())),
  };
}

async function categoriesOf(query: Executor, month: RankingPeriod) {
  return query
    .select({
      name: rankingCategory.category,
      own: rankingCategory.own,
      imported: rankingCategory.imported,
    })
    .from(rankingCategory)
    .where(and(eq(rankingCategory.range, 'monthly'), eq(rankingCategory.value, month.value)))
    .orderBy(desc(rankingCategory.gpts), sql`${rankingCategory.category} collate "C"`);
}

function unknownPeriod(): AppError {
  return new AppError('unknown_period', 'There is no frozen ranking of this time');
}
