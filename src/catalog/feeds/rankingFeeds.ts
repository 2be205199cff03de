import type { BuildContext } from '#catalog/buildContext.ts';
import { categoryRankings } from '#catalog/ranking/categoryRankings.ts';
import { type Feed, type FeedEntry, newestChange } from '#catalog/feeds/feed.ts';
import { gptEntry } from '#catalog/feeds/gptEntry.ts';
import { linesOfGpts } from '#catalog/lineDigests.ts';
import { memoise, memoiseText } from '#catalog/memoise.ts';
import { newSince } from '#catalog/gpts/newest.ts';
import { type GrowthRow, growthRows, gptsById } from '#catalog/ranking/rankedGpt.ts';
import { allTimeGpts } from '#catalog/ranking/rankedPeriods.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import type { RankingPeriod } from '#contract/ranking/ranking.ts';
import type { Day } from '#domain/dates.ts';
import type { Language } from '#domain/languages/languages.ts';
import type { RankingRange } from '#domain/ranking/ranking.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';
import { categoryName } from '#i18n/categories.ts';
import { formatOf } from '#i18n/format.ts';
import { periodName } from '#i18n/periods.ts';
import { translator } from '#i18n/translate.ts';

/** A ranking with a page and a feed. `category` is `null` unless the ranking is one of a category. */
export type FeedRanking = { range: RankingRange; category: string | null };

const placesAtMost = 20;

/**
 * Returns the feed of the first places of a ranking: of all time, or of the newest frozen period. Each period has entries of
 * its own. Returns `undefined` if the ranking has no page.
 */
export function rankingFeed(
  { snapshot, origin }: Pick<BuildContext, 'snapshot' | 'origin'>,
  language: Language,
  ranking: FeedRanking,
): Feed | undefined {
  const content = contentOf(snapshot, ranking);
  if (content === undefined) return undefined;
  const entries = content.places.map((place) => entryOf(place, content, language));
  return {
    language,
    origin,
    title: rankingFeedTitle(language, ranking),
    description: descriptionOf(language, ranking, content),
    page: rankingPath(language, ranking.range, ranking.category ?? undefined),
    updated: newestChange(entries) ?? content.counted,
    entries,
  };
}

/** Returns all inputs of `rankingFeed`, except messages and the public origin. */
export function rankingFeedInputs(snapshot: Snapshot, ranking: FeedRanking): string {
  const content = contentOf(snapshot, ranking);
  if (content === undefined) return '';
  const { period, counted, places } = content;
  const gpts = places.flatMap((place) => ('gpt' in place ? [place.gpt] : []));
  const numbers = places.map((place) =>
    'gpt' in place
      ? [place.row?.growth, place.row?.rate, place.row?.rank, place.day]
      : [place.slug, place.chats, place.first],
  );
  return JSON.stringify([period, counted, numbers, linesOfGpts(snapshot, gpts)]);
}

export function rankingFeedTitle(language: Language, { range, category }: FeedRanking): string {
  const t = translator(language, 'ranking');
  if (category === null) return t(`openTitle.${range}`);
  return t('openTitle.category', { category: categoryName(language, category) });
}

/** A place of a GPT; its row is `null` in the ranking of all time. A place of a category has its first GPT. */
type Place =
  | { rank: number; gpt: Gpt; row: GrowthRow | null; day: Day }
  | { rank: number; slug: string; chats: number; first: string };

/** `period` is `null` in the ranking of all time. */
type Content = {
  range: RankingRange;
  period: RankingPeriod | null;
  counted: Day;
  places: readonly Place[];
};

function contentOf(snapshot: Snapshot, { range, category }: FeedRanking): Content | undefined {
  return contentsIn(snapshot)(`${range}/${category ?? ''}`);
}

const rankingsAtMost = 10_000;

/** Memoised, because eight languages, three formats and the links of pages need the same content. */
const contentsIn = memoise((snapshot: Snapshot) =>
  memoiseText(rankingsAtMost, (key: string): Content | undefined => {
    const [range = '', category = ''] = key.split(/\/(.*)/s);
    const content = findContent(snapshot, range as RankingRange, category);
    return content && hasPage(content) ? content : undefined;
  }),
);

/** Whether the ranking has a page. That of a period stays when all its GPTs are removed. */
function hasPage({ range, places }: Content): boolean {
  return places.length > 0 || (range !== 'all' && range !== 'categories');
}

function findContent(
  snapshot: Snapshot,
  range: RankingRange,
  category: string,
): Content | undefined {
  if (range === 'all') return allTime(snapshot);
  const isByCategory = range === 'categories';
  const timed = isByCategory ? 'monthly' : range;
  const [period] = snapshot.periods[timed];
  if (period === undefined) return undefined;
  const counted = period.refrozen ?? period.frozen;
  const places =
    isByCategory && category === ''
      ? placesOfCategories(snapshot)
      : placesOf(snapshot, growthRows(snapshot, timed, period.value, category), counted);
  return { range, period, counted, places };
}

function allTime(snapshot: Snapshot): Content {
  const { closedDay } = snapshot;
  const places = allTimeGpts(snapshot)
    .slice(0, placesAtMost)
    .map((gpt, index): Place => {
      const day = newSince(snapshot, gpt).slice(0, 10) || closedDay;
      return { rank: index + 1, gpt, row: null, day };
    });
  return { range: 'all', period: null, counted: closedDay, places };
}

function placesOf(snapshot: Snapshot, rows: readonly GrowthRow[], day: Day): Place[] {
  const gpts = gptsById(snapshot);
  return rows.slice(0, placesAtMost).flatMap((row): Place[] => {
    const gpt = gpts.get(row.id);
    return gpt ? [{ rank: row.rank, gpt, row, day }] : [];
  });
}

function placesOfCategories(snapshot: Snapshot): Place[] {
  const ranked = categoryRankings(snapshot).flatMap(({ slug, own, imported, rows }) =>
    rows[0] ? [{ slug, chats: own + imported, first: rows[0].name }] : [],
  );
  return ranked.slice(0, placesAtMost).map((place, index) => ({ rank: index + 1, ...place }));
}

function entryOf(place: Place, { range, period, counted }: Content, language: Language): FeedEntry {
  const occasion = period === null ? range : `${range}-${period.value}`;
  if ('slug' in place) {
    const { rank, slug, chats, first } = place;
    return {
      path: rankingPath(language, range, slug),
      occasion,
      title: `${rank}. ${categoryName(language, slug)}`,
      summary: [chatsText(language, chats), first].join(' · '),
      author: null,
      lang: null,
      categories: [],
      published: counted,
      updated: counted,
    };
  }
  const { rank, gpt, row, day } = place;
  const lead =
    row === null
      ? chatsText(language, gpt.chats)
      : `${chatsText(language, row.growth)} (${formatOf(language).change(row.rate)})`;
  const updated = day > counted ? day : counted;
  return gptEntry(gpt, language, { occasion, published: day, updated, rank, lead });
}

function chatsText(language: Language, chats: number): string {
  const amount = formatOf(language).number(chats);
  return translator(language, 'site')('mark.chats', { count: chats, amount });
}

function descriptionOf(
  language: Language,
  { range, category: slug }: FeedRanking,
  { period, places }: Content,
): string {
  const t = translator(language, 'ranking');
  if (range === 'all' || period === null) return t('description.all', { rows: places.length });
  const name = periodName(language, range === 'categories' ? 'monthly' : range, period);
  const category = slug === null ? '' : categoryName(language, slug);
  const key =
    range === 'categories' ? (slug === null ? 'categories' : 'category') : `newest.${range}`;
  return t(`description.${key}`, { period: name, category });
}
