import type { BuildContext } from '#catalog/buildContext.ts';
import { type Feed, type FeedEntry, newestChange } from '#catalog/feeds/feed.ts';
import { gptEntry } from '#catalog/feeds/gptEntry.ts';
import { gptsByCategory } from '#catalog/labels/gptsByCategory.ts';
import { linesOfGpts } from '#catalog/lineDigests.ts';
import { memoise, memoiseText } from '#catalog/memoise.ts';
import { newSince, newestFirst } from '#catalog/gpts/newest.ts';
import { type GrowthRow, growthRows, gptsById } from '#catalog/ranking/rankedGpt.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { categoriesOfGpt } from '#catalog/labels/labelSlugs.ts';
import type { Day } from '#domain/dates.ts';
import type { Language } from '#domain/languages/languages.ts';
import { risingFirst } from '#domain/ranking/ranking.ts';
import { categoryPath, homePath } from '#domain/gpts/gptPaths.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';
import { categoryName } from '#i18n/categories.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';

export type GptFeedKind = 'new' | 'rising';

const entriesAtMost = 50;
const entriesOfCategory = 20;

/**
 * Returns the feed of new or rising GPTs in a category or (`null`) in the whole directory. Returns `undefined` without a GPT
 * with a date, or without a frozen week.
 */
export function gptFeed(
  { snapshot, origin }: Pick<BuildContext, 'snapshot' | 'origin'>,
  language: Language,
  kind: GptFeedKind,
  category: string | null,
): Feed | undefined {
  const content = contentOf(snapshot, kind, category);
  if (content === undefined) return undefined;
  const entries = content.gpts.map((dated) => entryOf(dated, language));
  const updated = newestChange(entries) ?? content.counted;
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

/** Returns all inputs of `gptFeed`, except messages and the public origin. */
export function gptFeedInputs(
  snapshot: Snapshot,
  kind: GptFeedKind,
  category: string | null,
): string {
  const { gpts = [], counted } = contentOf(snapshot, kind, category) ?? {};
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
  const content = contentOf(snapshot, kind, category);
  return content !== undefined && (content.gpts.length > 0 || content.counted !== undefined);
}

/** A GPT with the day of its entry. A rising one also has its row in the week. */
type Dated = { gpt: Gpt; day: Day; week: { value: string; row: GrowthRow } | null };

/** The GPTs of a feed, and the day on which a ranking of rising GPTs was counted. */
type Content = { gpts: readonly Dated[]; counted: Day | undefined };

function contentOf(
  snapshot: Snapshot,
  kind: GptFeedKind,
  category: string | null,
): Content | undefined {
  return feedsIn(snapshot)[kind](category ?? wholeDirectory);
}

/** The key of the whole directory. Slugs of categories are never empty. */
const wholeDirectory = '';
const categoriesAtMost = 10_000;

/** Memoised, because eight languages and the links of pages need the same content. */
const feedsIn = memoise(
  (
    snapshot: Snapshot,
  ): Readonly<Record<GptFeedKind, (category: string) => Content | undefined>> => ({
    new: memoiseText(categoriesAtMost, (category: string) => newest(snapshot, category)),
    rising: memoiseText(categoriesAtMost, (category: string) => rising(snapshot, category)),
  }),
);

/** Returns the newest GPTs in their order, then by id. */
function newest(snapshot: Snapshot, category: string): Content {
  const gpts =
    category === wholeDirectory ? snapshot.gpts : (gptsByCategory(snapshot).get(category) ?? []);
  const known = gpts.filter((gpt) => newSince(snapshot, gpt) !== '');
  const compareDays = newestFirst(snapshot);
  const sorted = known.toSorted(
    (one, other) => compareDays(one, other) || (one.id < other.id ? -1 : 1),
  );
  const dated = sorted.slice(0, mostOf(category)).map((gpt): Dated => {
    return { gpt, day: newSince(snapshot, gpt).slice(0, 10), week: null };
  });
  return { gpts: dated, counted: undefined };
}

/** Returns the GPTs of "Rising this week" in its order, from the newest frozen week. */
function rising(snapshot: Snapshot, category: string): Content | undefined {
  const [week] = snapshot.periods.weekly;
  if (week === undefined) return undefined;
  const counted = week.refrozen ?? week.frozen;
  const byId = gptsById(snapshot);
  const gpts = risingFirst(growthRows(snapshot, 'weekly', week.value)).flatMap((row): Dated[] => {
    const gpt = byId.get(row.id);
    const isIncluded =
      gpt && (category === wholeDirectory || categoriesOfGpt(gpt).includes(category));
    return isIncluded ? [{ gpt, day: counted, week: { value: week.value, row } }] : [];
  });
  return { gpts: gpts.slice(0, mostOf(category)), counted };
}

function mostOf(category: string): number {
  return category === wholeDirectory ? entriesAtMost : entriesOfCategory;
}

function entryOf({ gpt, day, week }: Dated, language: Language): FeedEntry {
  const changed = gpt.updated !== null && gpt.updated > day ? gpt.updated : day;
  return gptEntry(gpt, language, {
    occasion: week ? `rising-${week.value}` : '',
    lead: week ? translator(language, 'home')('rising.change', changeOf(language, week.row)) : '',
    published: day,
    updated: week ? day : changed,
  });
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
