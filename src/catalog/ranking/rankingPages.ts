import type { BuildContext } from '#catalog/buildContext.ts';
import {
  type PublishedRecord,
  allTimeGpts,
  newestReading,
  pagedPeriods,
  publishedRecord,
} from '#catalog/ranking/rankedPeriods.ts';
import { categoryRankings } from '#catalog/ranking/categoryRankings.ts';
import {
  type EmptyRankingView,
  type SuggestedGpts,
  emptyRanking,
  suggestedGpts,
} from '#catalog/ranking/emptyRankings.ts';
import { type Contained, containedIn, totals } from '#catalog/ranking/contained.ts';
import { type Frame, frameOf } from '#catalog/site/frame.ts';
import { gptsByCategory } from '#catalog/labels/gptsByCategory.ts';
import {
  allTimeImage,
  categoriesImage,
  categoryImage,
  periodImage,
} from '#catalog/ranking/rankingImages.ts';
import {
  type GrowthRow,
  type RankedGpt,
  growthRows,
  gptsById,
  rankedAt,
  withTotals,
} from '#catalog/ranking/rankedGpt.ts';
import { memoise } from '#catalog/memoise.ts';
import { linesOfGpts } from '#catalog/lineDigests.ts';
import { modifiedRanking } from '#catalog/site/modified.ts';
import type { ViewGroup } from '#catalog/site/sitePage.ts';
import { type Snapshot, rankingKey } from '#catalog/readSnapshot.ts';
import type { RankingPeriod } from '#contract/ranking/ranking.ts';
import type { Day } from '#domain/dates.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { rankingRows } from '#domain/ranking/formula.ts';
import {
  type Period,
  type RankingRange,
  type TimedRange,
  timedRanges,
} from '#domain/ranking/ranking.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';
import { listedRating } from '#domain/reviews/reviews.ts';

/** A place in the ranking of all time. */
export type AllTimeRow = RankedGpt & { rank: number; chats: number; rating: number | null };

/** A category in the overview of the newest frozen month. */
export type CategoryRow = {
  slug: string;
  /** Number of its GPTs on the site. */
  gpts: number;
  /** Chats of its ranked GPTs in the month, and which chats this number includes. */
  growth: number;
  contains: Contained;
  /** Its first GPT; `null` if none is ranked. Such a category has no ranking page. */
  first: GrowthRow | null;
};

/** The values that all pages of a frozen period have. */
type OfPeriod = {
  period: RankingPeriod;
  contains: Contained;
  /** The files by which anyone can recompute it. */
  record: PublishedRecord;
};

/** The view of a ranking page, discriminated by `kind`. */
export type RankingView =
  /** `/ranking/all`: the GPTs with most chats up to the closed day. */
  | {
      kind: 'all';
      frame: Frame;
      contains: Contained;
      /** The newest day with a reading of one of these GPTs in an imported history. */
      dataUntil: Day | null;
      rows: readonly AllTimeRow[];
    }
  | EmptyRankingView
  /** `/ranking/{range}` and `/ranking/{range}/{time}`. */
  | ({
      kind: 'timed';
      frame: Frame;
      range: TimedRange;
      /** `undefined` on the page without a time, which shows the newest period. */
      time: string | undefined;
      /** All periods with a page, newest first. */
      periods: readonly Period[];
      /**
       * The frozen periods before and after this one. The period before the oldest day with a page has no page itself.
       */
      previous: Period | null;
      next: Period | null;
      rows: readonly GrowthRow[];
      /** Shown instead of the table, if none of the ranked GPTs is on the site any more. */
      suggested: SuggestedGpts | null;
    } & OfPeriod)
  /** `/ranking/categories`: every category in the newest frozen month, most growth first. */
  | ({ kind: 'categories'; frame: Frame; categories: readonly CategoryRow[] } & OfPeriod)
  /** `/ranking/categories/{slug}`: the newest frozen month within a category. */
  | ({
      kind: 'category';
      frame: Frame;
      category: string;
      /** The slugs of all categories with a ranking page, most growth first. */
      categories: readonly string[];
      rows: readonly GrowthRow[];
    } & OfPeriod);

/** Returns the ranking pages without a period in the path: all time, the newest period of each range, categories. */
export const currentPages = memoise((context: BuildContext): readonly RankingView[] =>
  languages.flatMap((language) => [
    allTime(context, language),
    ...timedRanges.map((range) => newestPage(context, language, range)),
    ...categoryPages(context, language),
  ]),
);

/** Returns the pages with a period in the path, in one group per frozen period. */
export function periodGroups(context: BuildContext): ViewGroup<RankingView>[] {
  return timedRanges.flatMap((range) => periodGroupsOf(context, range));
}

function periodGroupsOf(context: BuildContext, range: TimedRange): ViewGroup<RankingView>[] {
  const { snapshot } = context;
  const frozen = pagedPeriods(snapshot, range);
  const periods = snapshot.periods[range].map(({ value }) => value).join(' ');
  const gpts = gptsById(snapshot);
  return frozen.map((period, index) => {
    const key = rankingKey(range, period.value);
    const rows = snapshot.rankings.get(key) ?? [];
    const ranked = () => rows.flatMap(({ id }) => gpts.get(id) ?? []);
    const suggested = () =>
      ranked().length > 0 ? [] : languages.map((language) => suggestedGpts(context, language));
    return {
      key,
      inputs: () =>
        JSON.stringify([
          period,
          periods,
          snapshot.lines.get(`ranking/${key}`),
          publishedRecord(context, range, period.value),
          linesOfGpts(snapshot, ranked()),
          suggested(),
        ]),
      views: () =>
        languages.map((language) => periodPage(context, language, range, index, period.value)),
      modified: () => modifiedRanking(period),
    };
  });
}

/** Returns the range in the path of a page. */
export function rangeOf(view: RankingView): RankingRange {
  if (view.kind === 'all') return 'all';
  return view.kind === 'categories' || view.kind === 'category' ? 'categories' : view.range;
}

/** Returns the period or category in the path of a page; `undefined` on the page of the range itself. */
export function timeOf(view: RankingView): string | undefined {
  if (view.kind === 'timed') return view.time;
  if (view.kind === 'empty') return view.category ?? undefined;
  return view.kind === 'category' ? view.category : undefined;
}

/** Returns the day on which the numbers of a page were last counted. All time is counted every day. */
export function modifiedRankingPage({ closedDay }: Snapshot, view: RankingView): string {
  if (view.kind === 'all') return closedDay;
  return view.kind === 'empty' ? '' : modifiedRanking(view.period);
}

function allTime(context: BuildContext, language: Language): RankingView {
  const gpts = allTimeGpts(context.snapshot);
  if (gpts.length === 0) return emptyRanking(context, language, 'all');
  const rows = gpts.map((gpt, index) => ({
    ...rankedAt(gpt, index + 1),
    rank: index + 1,
    chats: gpt.chats,
    rating: listedRating(gpt),
  }));
  const image = allTimeImage(language, rows);
  return {
    kind: 'all',
    frame: frameOf(context, language, rankingPath(language, 'all'), image),
    contains: containedIn(totals(gpts)),
    dataUntil: newestReading(gpts),
    rows,
  };
}

function newestPage(context: BuildContext, language: Language, range: TimedRange): RankingView {
  return periodPage(context, language, range, 0);
}

/** Returns the page of the frozen period at `index`, where 0 is the newest; an empty page if it does not exist. */
function periodPage(
  context: BuildContext,
  language: Language,
  range: TimedRange,
  index: number,
  time?: string,
): RankingView {
  const { snapshot } = context;
  const frozen = pagedPeriods(snapshot, range);
  const period = frozen[index];
  if (period === undefined) return emptyRanking(context, language, range);
  const known = knownPeriods(snapshot, range);
  const periods = known.slice(0, frozen.length);
  const all = growthRows(snapshot, range, period.value);
  const placed = all.filter(({ rank }) => rank <= rankingRows);
  const rows = time === undefined ? withTotals(snapshot, placed) : placed;
  const image = periodImage(language, range, period, rows);
  const frame = frameOf(context, language, rankingPath(language, range, time), image);
  return {
    kind: 'timed',
    frame: rows.length > 0 ? frame : { ...frame, isUnlisted: true },
    range,
    time,
    period,
    periods,
    previous: known[index + 1] ?? null,
    next: periods[index - 1] ?? null,
    contains: containedIn(period),
    record: publishedRecord(context, range, period.value),
    rows,
    suggested: rows.length > 0 ? null : suggestedGpts(context, language),
  };
}

function knownPeriods({ periods }: Snapshot, range: TimedRange): Period[] {
  return periods[range].map(({ value, from, to }) => ({ value, from, to }));
}

function categoryPages(context: BuildContext, language: Language): RankingView[] {
  const { snapshot } = context;
  const [period] = snapshot.periods.monthly;
  if (period === undefined) return emptyCategories(context, language);
  const rankings = categoryRankings(snapshot);
  const ranked = rankings.filter(({ rows }) => rows.length > 0);
  const categories = ranked.map(({ slug }) => slug);
  const overview: RankingView = {
    kind: 'categories',
    frame: frameOf(
      context,
      language,
      rankingPath(language, 'categories'),
      categoriesImage(language, period, categories),
    ),
    period,
    contains: containedIn(period),
    record: publishedRecord(context, 'monthly', period.value),
    categories: rankings.map(({ slug, gpts, rows, ...sums }) => ({
      slug,
      gpts,
      growth: sums.own + sums.imported,
      contains: containedIn(sums),
      first: rows[0] ?? null,
    })),
  };
  const pages = ranked.map(({ slug, rows, ...sums }): RankingView => ({
    kind: 'category',
    frame: frameOf(
      context,
      language,
      rankingPath(language, 'categories', slug),
      categoryImage(language, slug, period, rows),
    ),
    category: slug,
    period,
    contains: containedIn(sums),
    categories,
    rows: withTotals(snapshot, rows),
    record: publishedRecord(context, 'monthly', period.value),
  }));
  const unranked = rankings.filter(({ rows }) => rows.length === 0);
  const empty = unranked.map(({ slug }) => emptyRanking(context, language, 'categories', slug));
  return [overview, ...pages, ...empty];
}

/** Returns the pages of the overview and each category before the first frozen month. */
function emptyCategories(context: BuildContext, language: Language): RankingView[] {
  return [null, ...gptsByCategory(context.snapshot).keys()].map((category) =>
    emptyRanking(context, language, 'categories', category),
  );
}
