import { type Feed, type FeedEntry, newestChange } from '#catalog/feeds/feed.ts';
import { originOf } from '#catalog/frame.ts';
import { gptsByCategory } from '#catalog/gptsByCategory.ts';
import { linesOfGpts } from '#catalog/lineDigests.ts';
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
 * What is new or rising in a category or (`null`) the whole directory. `undefined` where there is no such feed: nothing
 * with a date, or no frozen week.
 */
export function gptFeed(
  snapshot: Snapshot,
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
    origin: originOf(),
    ...textsOf(language, kind, category),
    page,
    updated,
    entries,
  };
}

/** What `gptFeed` reads, besides messages and the public address. */
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

/** The title of a feed, without what it says. */
export function feedTitle(language: Language, kind: GptFeedKind, category: string | null): string {
  return textsOf(language, kind, category).title;
}

/** Whether there is such a feed. */
export function hasFeed(snapshot: Snapshot, kind: GptFeedKind, category: string | null): boolean {
  const found = foundIn(snapshot, kind, category);
  return found !== undefined && (found.gpts.length > 0 || found.counted !== undefined);
}

/** A GPT with the day since which something is so. In a rising one, its row of the week. */
type Dated = { gpt: Gpt; day: Day; week: { value: string; row: GrowthRow } | null };

type Found = { gpts: readonly Dated[]; counted: Day | undefined };

const known = new WeakMap<Snapshot, Map<string, Found | undefined>>();

function foundIn(
  snapshot: Snapshot,
  kind: GptFeedKind,
  category: string | null,
): Found | undefined {
  return kind === 'new' ? newest(snapshot, category) : rising(snapshot, category);
}

/** By the day on which they were made, newest first, then by id. Days to come are mistakes of the source. */
function newest(snapshot: Snapshot, category: string | null): Found | undefined {
  return remembered(snapshot, `new ${category ?? ''}`, () => {
    const today = publishingDay(snapshot);
    const gpts = category === null ? snapshot.gpts : (gptsByCategory(snapshot).get(category) ?? []);
    const dated = gpts.flatMap((gpt): Dated[] =>
      gpt.created === null || gpt.created > today ? [] : [{ gpt, day: gpt.created, week: null }],
    );
    return { gpts: dated.toSorted(newestFirst).slice(0, mostOf(category)), counted: undefined };
  });
}

/** As "Rising this week" orders them, in the newest frozen week. */
function rising(snapshot: Snapshot, category: string | null): Found | undefined {
  return remembered(snapshot, `rising ${category ?? ''}`, () => {
    const [week] = snapshot.periods.weekly;
    if (week === undefined) return undefined;
    const counted = week.refrozen ?? week.frozen;
    const byId = gptsById(snapshot);
    const gpts = risingFirst(growthRows(snapshot, 'weekly', week.value)).flatMap((row): Dated[] => {
      const gpt = byId.get(row.id);
      const isMeant = gpt && (category === null || categoriesOfGpt(gpt).includes(category));
      return isMeant ? [{ gpt, day: counted, week: { value: week.value, row } }] : [];
    });
    return { gpts: gpts.slice(0, mostOf(category)), counted };
  });
}

function remembered(
  snapshot: Snapshot,
  key: string,
  make: () => Found | undefined,
): Found | undefined {
  const lists = known.get(snapshot) ?? new Map<string, Found | undefined>();
  known.set(snapshot, lists);
  if (!lists.has(key)) lists.set(key, make());
  return lists.get(key);
}

function mostOf(category: string | null): number {
  return category === null ? entriesAtMost : entriesOfCategory;
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
