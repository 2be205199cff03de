import type { BuildContext } from '#catalog/buildContext.ts';
import { type Feed, type FeedEntry, newestChange } from '#catalog/feeds/feed.ts';
import { gptsByCategory } from '#catalog/gptsByCategory.ts';
import { linesOfGpts } from '#catalog/lineDigests.ts';
import { memoise, memoiseText } from '#catalog/memoise.ts';
import { type GrowthRow, growthRows, gptsById } from '#catalog/rankedGpt.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import { publishingDay } from '#catalog/today.ts';
import type { Gpt } from '#contract/gpts.ts';
import { categoriesOfGpt } from '#catalog/labelSlugs.ts';
import type { Day } from '#domain/dates.ts';
import { type Language, languageOfTag } from '#domain/languages.ts';
import { risingFirst } from '#domain/ranking.ts';
import { cleanText, clip, contentMarks } from '#domain/text.ts';
import { categoryPath, gptPath, homePath, rankingPath } from '#domain/urls.ts';
import { categoryName } from '#i18n/categories.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';

export type GptFeedKind = 'new' | 'rising';

const entriesAtMost = 50;
const entriesOfCategory = 20;
const summaryCharacters = 300;

/**
 * Returns the feed of new or rising GPTs in a category or (`null`) the whole directory. `undefined` where there is no such
 * feed: without a GPT that has a date, or without a frozen week.
 */
export function gptFeed(
  { snapshot, origin }: Pick<BuildContext, 'snapshot' | 'origin'>,
  language: Language,
  kind: GptFeedKind,
  category: string | null,
): Feed | undefined {
  const found = foundIn(snapshot, kind, category);
  if (found === undefined) return undefined;
  const entries = found.gpts.map((dated) => entryOf(dated, language));
  const updated = newestChange(entries) ?? found.counted;
  if (updated === undefined) return undefined;
  const page =
    category !== null
      ? categoryPath(language, category)
      : kind === 'new'
        ? homePath(language)
        : rankingPath(language, 'weekly');
  return {
    language,
    origin,
    ...textsOf(language, kind, category),
    page,
    updated,
    entries,
  };
}

/** Returns all that `gptFeed` reads, besides messages and the public address. */
export function gptFeedInputs(
  snapshot: Snapshot,
  kind: GptFeedKind,
  category: string | null,
): string {
  const { gpts = [], counted } = foundIn(snapshot, kind, category) ?? {};
  const dated = gpts.map(({ day, week }) => [day, week]);
  const lines = linesOfGpts(
    snapshot,
    gpts.map(({ gpt }) => gpt),
  );
  return JSON.stringify([lines, dated, counted]);
}

/** Returns the title of a feed, without reading its entries. */
export function feedTitle(language: Language, kind: GptFeedKind, category: string | null): string {
  return textsOf(language, kind, category).title;
}

/** Whether there is such a feed. */
export function hasFeed(snapshot: Snapshot, kind: GptFeedKind, category: string | null): boolean {
  const found = foundIn(snapshot, kind, category);
  return found !== undefined && (found.gpts.length > 0 || found.counted !== undefined);
}

/** A GPT with the day of its entry, and the row of the week of a rising one. */
type Dated = { gpt: Gpt; day: Day; week: { value: string; row: GrowthRow } | null };

type Found = { gpts: readonly Dated[]; counted: Day | undefined };

function foundIn(
  snapshot: Snapshot,
  kind: GptFeedKind,
  category: string | null,
): Found | undefined {
  return feedsIn(snapshot)[kind](category ?? wholeDirectory);
}

/** Beside the slugs of categories, which are never empty. */
const wholeDirectory = '';
const categoriesAtMost = 10_000;

/** Memoised, because eight languages and the links of pages ask for the same. */
const feedsIn = memoise(
  (snapshot: Snapshot): Readonly<Record<GptFeedKind, (category: string) => Found | undefined>> => ({
    new: memoiseText(categoriesAtMost, (category: string) => newest(snapshot, category)),
    rising: memoiseText(categoriesAtMost, (category: string) => rising(snapshot, category)),
  }),
);

/** By the day of their creation, newest first, then by id. Days to come are mistakes of the source. */
function newest(snapshot: Snapshot, category: string): Found {
  const today = publishingDay(snapshot);
  const gpts =
    category === wholeDirectory ? snapshot.gpts : (gptsByCategory(snapshot).get(category) ?? []);
  const dated = gpts.flatMap((gpt): Dated[] =>
    gpt.created === null || gpt.created > today ? [] : [{ gpt, day: gpt.created, week: null }],
  );
  return { gpts: dated.toSorted(newestFirst).slice(0, mostOf(category)), counted: undefined };
}

/** As "Rising this week" orders them, in the newest frozen week. */
function rising(snapshot: Snapshot, category: string): Found | undefined {
  const [week] = snapshot.periods.weekly;
  if (week === undefined) return undefined;
  const counted = week.refrozen ?? week.frozen;
  const byId = gptsById(snapshot);
  const gpts = risingFirst(growthRows(snapshot, 'weekly', week.value)).flatMap((row): Dated[] => {
    const gpt = byId.get(row.id);
    const isMeant = gpt && (category === wholeDirectory || categoriesOfGpt(gpt).includes(category));
    return isMeant ? [{ gpt, day: counted, week: { value: week.value, row } }] : [];
  });
  return { gpts: gpts.slice(0, mostOf(category)), counted };
}

function mostOf(category: string): number {
  return category === wholeDirectory ? entriesAtMost : entriesOfCategory;
}

function newestFirst(one: Dated, other: Dated): number {
  if (one.day !== other.day) return one.day < other.day ? 1 : -1;
  return one.gpt.id < other.gpt.id ? -1 : 1;
}

function entryOf({ gpt, day, week }: Dated, language: Language): FeedEntry {
  const { lang } = contentMarks(gpt.lang);
  const description = clip(gpt.description ?? '', summaryCharacters);
  const change =
    week && translator(language, 'home')('rising.change', changeOf(language, week.row));
  const isOther = lang !== undefined && languageOfTag(lang) !== language;
  const changed = gpt.updated !== null && gpt.updated > day ? gpt.updated : day;
  return {
    path: gptPath(language, gpt.id),
    occasion: week ? `rising-${week.value}` : '',
    title: clip(gpt.name, summaryCharacters) || gpt.id,
    summary: [change, description].filter(Boolean).join(' · '),
    author: cleanText(gpt.author ?? '') || null,
    lang: isOther ? lang : null,
    // Two categories may have one name.
    categories: [...new Set(categoriesOfGpt(gpt).map((slug) => categoryName(language, slug)))],
    published: day,
    updated: week ? day : changed,
  };
}

function changeOf(language: Language, { rate }: GrowthRow): { change: string } {
  return { change: formatOf(language).change(rate) };
}

function textsOf(
  language: Language,
  kind: GptFeedKind,
  category: string | null,
): { title: string; description: string } {
  const t = translator(language, 'site');
  const description = t(`feeds.${kind}About`);
  if (category === null) return { title: t(`feeds.${kind}`), description };
  return {
    title: t(`feeds.${kind}In`, { category: categoryName(language, category) }),
    description,
  };
}
