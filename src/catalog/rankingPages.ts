import type { BuildContext } from '#catalog/buildContext.ts';
import { categoryRankings } from '#catalog/categoryRankings.ts';
import {
  type EmptyRankingView,
  type SuggestedGpts,
  emptyRanking,
  suggestedGpts,
} from '#catalog/emptyRankings.ts';
import { type Contained, containedIn, totals } from '#catalog/contained.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { gptsByCategory } from '#catalog/gptsByCategory.ts';
import {
  allTimeImage,
  categoriesImage,
  categoryImage,
  periodImage,
} from '#catalog/rankingImages.ts';
import {
  type GrowthRow,
  type RankedGpt,
  growthRows,
  gptsById,
  rankedOf,
} from '#catalog/rankedGpt.ts';
import { memoise } from '#catalog/memoise.ts';
import { linesOfGpts } from '#catalog/lineDigests.ts';
import { modifiedRanking } from '#catalog/modified.ts';
import { type ViewGroup, viewsIn } from '#catalog/sitePage.ts';
import { type Snapshot, rankingKey } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';
import type { RankingPeriod } from '#contract/ranking.ts';
import type { Day } from '#domain/dates.ts';
import { type Language, languages } from '#domain/languages.ts';
import {
  type Period,
  type RankingRange,
  type TimedRange,
  rankingDayPages,
  rankingRows,
  timedRanges,
} from '#domain/ranking.ts';
import { rankingPath } from '#domain/urls.ts';

/** A place in the ranking of all time. */
export type AllTimeRow = RankedGpt & { rank: number; chats: number; rating: number | null };

/** A category in the overview of the newest frozen month. */
export type CategoryRow = {
  slug: string;
  /** How many GPTs the site shows in it. */
  gpts: number;
  /** Chats of its ranked GPTs in the month, and where they were held. */
  growth: number;
  contains: Contained;
  /** Its first GPT; `null` when none is ranked, and the category has no ranking page then. */
  first: GrowthRow | null;
};

/** The values of a frozen period that each of its pages has. */
type OfPeriod = {
  /** Its value, first and last day, sums, when it was frozen, and when and why it was counted again. */
  period: RankingPeriod;
  contains: Contained;
};

/** The view of a ranking page, discriminated by `kind`. */
export type RankingView =
  /** `/ranking/all`: the GPTs with the most chats, frozen by nothing but the closed day. */
  | {
      kind: 'all';
      frame: Frame;
      contains: Contained;
      /** The newest day of which an imported history has a reading of one of them. */
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
      /** All periods that have a page, newest first. */
      periods: readonly Period[];
      /** The frozen periods just before and after this one; the one before the oldest day with a page has none. */
      previous: Period | null;
      next: Period | null;
      rows: readonly GrowthRow[];
      /** In place of the table, when the site shows none of the ranked GPTs any more. */
      suggested: SuggestedGpts | null;
    } & OfPeriod)
  /** `/ranking/categories`: every category in the newest frozen month, most growth first. */
  | ({ kind: 'categories'; frame: Frame; categories: readonly CategoryRow[] } & OfPeriod)
  /** `/ranking/categories/{slug}`: the newest frozen month within a category. */
  | ({
      kind: 'category';
      frame: Frame;
      category: string;
      /** The slugs of all categories that have a ranking page, most growth first. */
      categories: readonly string[];
      rows: readonly GrowthRow[];
    } & OfPeriod);

/** Returns every ranking page in every language: all time, categories, and each range with and without a time. */
export function rankingPages(context: BuildContext): RankingView[] {
  return [...currentPages(context), ...viewsIn(periodGroups(context))];
}

/** Returns the ranking pages whose address names no period: all time, the newest of each range, categories. */
export const currentPages = memoise((context: BuildContext): readonly RankingView[] =>
  languages.flatMap((language) => [
    allTime(context, language),
    ...timedRanges.map((range) => newestPage(context, language, range)),
    ...categoryPages(context, language),
  ]),
);

/** Returns the pages whose address names a period, in groups, one for each frozen period. */
export function periodGroups(context: BuildContext): ViewGroup<RankingView>[] {
  return timedRanges.flatMap((range) => periodGroupsOf(context, range));
}

function periodGroupsOf(context: BuildContext, range: TimedRange): ViewGroup<RankingView>[] {
  const { snapshot } = context;
  const frozen = pagedPeriods(snapshot, range);
  const periods = snapshot.periods[range].map(({ value }) => value).join(' ');
  const gpts = gptsById(snapshot);
  return frozen.map((period, place) => {
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
          linesOfGpts(snapshot, ranked()),
          suggested(),
        ]),
      views: () =>
        languages.map((language) => periodPage(context, language, range, place, period.value)),
      modified: () => modifiedRanking(period),
    };
  });
}

/** Returns the range of a page, as its path names it. */
export function rangeOf(view: RankingView): RankingRange {
  if (view.kind === 'all') return 'all';
  return view.kind === 'categories' || view.kind === 'category' ? 'categories' : view.range;
}

/** Returns the part of a page’s path after the range, the time or category; `undefined` on the page of the range itself. */
export function timeOf(view: RankingView): string | undefined {
  if (view.kind === 'timed') return view.time;
  if (view.kind === 'empty') return view.category ?? undefined;
  return view.kind === 'category' ? view.category : undefined;
}

/** Returns when the figures of a page were counted last; those of all time are counted every day. */
export function modifiedRankingPage({ closedDay }: Snapshot, view: RankingView): string {
  if (view.kind === 'all') return closedDay;
  return view.kind === 'empty' ? '' : modifiedRanking(view.period);
}

/** Returns the frozen periods that have a page, newest first. */
export function pagedPeriods(snapshot: Snapshot, range: TimedRange): readonly RankingPeriod[] {
  const periods = snapshot.periods[range];
  return range === 'daily' ? periods.slice(0, rankingDayPages) : periods;
}

/** Returns the GPTs with the most chats; one without any has no place. */
export function allTimeGpts({ gpts }: Snapshot): readonly Gpt[] {
  return gpts.slice(0, rankingRows).filter(({ chats }) => chats > 0);
}

/** Returns the newest day of which an imported history has a reading of one of these GPTs. */
export function newestReading(gpts: readonly Gpt[]): Day | null {
  const days = gpts.flatMap(({ imported_reading: reading }) => reading?.day ?? []);
  return days.toSorted().at(-1) ?? null;
}

function allTime(context: BuildContext, language: Language): RankingView {
  const gpts = allTimeGpts(context.snapshot);
  if (gpts.length === 0) return emptyRanking(context, language, 'all');
  const rows = gpts.map((gpt, index) => ({
    ...rankedOf(gpt),
    rank: index + 1,
    chats: gpt.chats,
    rating: gpt.rating,
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

/** Returns the page of the frozen period at `place`, the newest being 0; where there is none, an empty page. */
function periodPage(
  context: BuildContext,
  language: Language,
  range: TimedRange,
  place: number,
  time?: string,
): RankingView {
  const { snapshot } = context;
  const frozen = pagedPeriods(snapshot, range);
  const period = frozen[place];
  if (period === undefined) return emptyRanking(context, language, range);
  const known = knownPeriods(snapshot, range);
  const periods = known.slice(0, frozen.length);
  const all = growthRows(snapshot, range, period.value);
  const rows = all.filter(({ rank }) => rank <= rankingRows);
  const image = periodImage(language, range, period, rows);
  const frame = frameOf(context, language, rankingPath(language, range, time), image);
  return {
    kind: 'timed',
    frame: rows.length > 0 ? frame : { ...frame, isUnlisted: true },
    range,
    time,
    period,
    periods,
    previous: known[place + 1] ?? null,
    next: periods[place - 1] ?? null,
    contains: containedIn(period),
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
    rows,
  }));
  const unranked = rankings.filter(({ rows }) => rows.length === 0);
  const empty = unranked.map(({ slug }) => emptyRanking(context, language, 'categories', slug));
  return [overview, ...pages, ...empty];
}

/** Returns the overview and each category, before a month is frozen. */
function emptyCategories(context: BuildContext, language: Language): RankingView[] {
  return [null, ...gptsByCategory(context.snapshot).keys()].map((category) =>
    emptyRanking(context, language, 'categories', category),
  );
}
