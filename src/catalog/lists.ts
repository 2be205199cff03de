import type { Card } from '#domain/card.ts';
import { cardsOf } from '#catalog/cards.ts';
import { type FeedLink, gptFeedLinks } from '#catalog/feeds/feedLinks.ts';
import { type Frame, frameOf } from '#catalog/frame.ts';
import { linesOfGpts } from '#catalog/lineDigests.ts';
import { type ViewGroup, viewsIn } from '#catalog/sitePage.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { gptsByCategory } from '#catalog/gptsByCategory.ts';
import { inListOrder } from '#catalog/listOrder.ts';
import { type Snapshot, readSnapshot } from '#catalog/readSnapshot.ts';
import { type Rising, risingOf } from '#catalog/rising.ts';
import type { Gpt } from '#contract/gpts.ts';
import { gptsPerPage } from '#domain/gpts.ts';
import { type Language, defaultLanguage, languages } from '#domain/languages.ts';
import { categoryPath, homePath } from '#domain/urls.ts';
import { categoryName } from '#i18n/categories.ts';

export type Category = { slug: string; count: number };

/** One page of the directory, or of one category of it. */
export type ListView = {
  frame: Frame;
  /** `null` on the home pages, which list every GPT. */
  category: string | null;
  page: number;
  pages: number;
  /** GPTs on all pages of the list. */
  total: number;
  cards: readonly Card[];
  /** The categories to choose from, largest first. */
  categories: readonly Category[];
  /** On the first home page, where there is something to tell. */
  rising: Rising | null;
  /** What can be subscribed to, on the first page. */
  feeds: readonly FeedLink[];
};

const chosenCategories = 14;

/** The home pages in every language; there is always a first one. */
export function homePages(snapshot: Snapshot = readSnapshot()): ListView[] {
  return viewsIn(homeGroups(snapshot));
}

/** The same as one group. */
export function homeGroups(snapshot: Snapshot = readSnapshot()): ViewGroup<ListView>[] {
  return [listGroup(snapshot, null, snapshot.gpts, homePath)];
}

/** The pages of every category that holds a GPT, in every language. */
export function categoryPages(snapshot: Snapshot = readSnapshot()): ListView[] {
  return viewsIn(categoryGroups(snapshot));
}

/** The same in groups, one for each category. */
export function categoryGroups(snapshot: Snapshot = readSnapshot()): ViewGroup<ListView>[] {
  return [...gptsByCategory(snapshot)].map(([slug, gpts]) =>
    listGroup(snapshot, slug, gpts, (language, page) => categoryPath(language, slug, page)),
  );
}

function listGroup(
  snapshot: Snapshot,
  category: string | null,
  gpts: readonly Gpt[],
  pathOf: (language: Language, page: number) => string,
): ViewGroup<ListView> {
  return {
    key: category ?? '',
    inputs: () =>
      JSON.stringify([
        linesOfGpts(snapshot, gpts),
        largestCategories(snapshot),
        gptFeedLinks(snapshot, defaultLanguage, category),
        category === null ? risingOf(snapshot) : null,
      ]),
    views: () =>
      languages.flatMap((language) =>
        pagesOf(snapshot, language, category, gpts, (page) => pathOf(language, page)),
      ),
  };
}

/** The categories to choose from, largest first. */
export function largestCategories(snapshot: Snapshot): Category[] {
  return [...gptsByCategory(snapshot)]
    .map(([slug, gpts]) => ({ slug, count: gpts.length }))
    .toSorted(byCount)
    .slice(0, chosenCategories);
}

function pagesOf(
  snapshot: Snapshot,
  language: Language,
  category: string | null,
  gpts: readonly Gpt[],
  pathOf: (page: number) => string,
): ListView[] {
  const pages = Math.max(1, Math.ceil(gpts.length / gptsPerPage));
  const categories = largestCategories(snapshot);
  const feeds = gptFeedLinks(snapshot, language, category);
  const ordered = inListOrder(gpts, language);
  const title = category === null ? undefined : categoryName(language, category);
  return Array.from({ length: pages }, (_, index) => ({
    frame: frameOf(language, pathOf(index + 1), pageImage(language, title)),
    category,
    page: index + 1,
    pages,
    total: gpts.length,
    cards: cardsOf(ordered.slice(index * gptsPerPage, (index + 1) * gptsPerPage)),
    categories,
    rising: category === null && index === 0 ? risingOf(snapshot) : null,
    feeds: index === 0 ? feeds : [],
  }));
}

function byCount(one: Category, other: Category): number {
  if (one.count !== other.count) return other.count - one.count;
  return one.slug < other.slug ? -1 : 1;
}
