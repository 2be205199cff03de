import type { CollectionView, CollectionsView } from '#catalog/collections/pages.ts';
import type { Frame } from '#catalog/frame.ts';
import type { GptView } from '#catalog/gptPages.ts';
import type { ListView } from '#catalog/lists.ts';
import { type RankingView, rangeOf } from '#catalog/rankingPages.ts';
import type { CategoriesView, ShelfView, TagsView } from '#catalog/shelfPages.ts';
import {
  type Crumb,
  type StructuredData,
  application,
  breadcrumbs,
  itemList,
  listedGpts,
  website,
} from '#catalog/schema.ts';
import {
  categoriesPath,
  categoryPath,
  collectionPath,
  collectionsPath,
  gptPath,
  rankingPath,
  tagsPath,
} from '#domain/urls.ts';
import { categoryName } from '#i18n/categories.ts';
import { periodName } from '#i18n/periods.ts';
import { translator } from '#i18n/translate.ts';

/** The text of the page’s block of data; `undefined` when there is nothing to say. “<” could end the block early. */
export function structuredDataText(data: StructuredData): string | undefined {
  if (data.length === 0) return undefined;
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': data });
  return text.replaceAll('<', '\\u003c');
}

/** Of a ranking and of home only the first places are told: all would be a tenth of a ranking, and put home over its budget. */
const placesTold = 10;

/** Of a page of home or of a category. */
export function dataOfList(view: ListView): StructuredData {
  const { frame, category, page, total, cards } = view;
  if (category === null && page === 1) {
    const first = listedGpts(frame, cards.slice(0, placesTold), page);
    return [...website(frame), ...itemList(frame, first, total)];
  }
  const list = itemList(frame, listedGpts(frame, cards, page), total);
  if (category === null) return list;
  const crumb = {
    name: categoryName(frame.language, category),
    path: categoryPath(frame.language, category),
  };
  return [...breadcrumbs(frame, [categoriesCrumb(frame), crumb]), ...list];
}

/** Of a page of a tag or an author. */
export function dataOfShelf(view: ShelfView): StructuredData {
  const { frame, kind, name, page, total, cards } = view;
  const own = { name, path: frame.path };
  const crumbs = kind === 'tag' ? [tagsCrumb(frame), own] : [own];
  return [...breadcrumbs(frame, crumbs), ...itemList(frame, listedGpts(frame, cards, page), total)];
}

/** Of a page of all tags. */
export function dataOfTags({ frame }: TagsView): StructuredData {
  return breadcrumbs(frame, [tagsCrumb(frame)]);
}

/** Of the page of all categories. */
export function dataOfCategories({ frame, categories }: CategoriesView): StructuredData {
  const { language } = frame;
  const items = categories.map(({ slug }, index) => ({
    name: categoryName(language, slug),
    path: categoryPath(language, slug),
    position: index + 1,
  }));
  return [...breadcrumbs(frame, [categoriesCrumb(frame)]), ...itemList(frame, items, items.length)];
}

/** Of the page of a collection; one in another language than its page leaves the list to the page of that language. */
export function dataOfCollection(view: CollectionView): StructuredData {
  const { frame, title, language, cards } = view;
  const crumbs = breadcrumbs(frame, [collectionsCrumb(frame), { name: title, path: frame.path }]);
  if (language !== frame.language) return crumbs;
  return [...crumbs, ...itemList(frame, listedGpts(frame, cards, 1), cards.length)];
}

/** Of the page of all collections. */
export function dataOfCollections({ frame, collections }: CollectionsView): StructuredData {
  const items = collections.map(({ slug, title }, index) => ({
    name: title,
    path: collectionPath(frame.language, slug),
    position: index + 1,
  }));
  return [
    ...breadcrumbs(frame, [collectionsCrumb(frame)]),
    ...itemList(frame, items, items.length),
  ];
}

/** Of the page of a GPT. Only ratings that were given here are told. */
export function dataOfGpt(view: GptView): StructuredData {
  const { frame, name, categories } = view;
  const [category] = categories;
  const { language } = frame;
  const shelf =
    category === undefined
      ? []
      : [{ name: categoryName(language, category), path: categoryPath(language, category) }];
  return [...breadcrumbs(frame, [...shelf, { name, path: frame.path }]), ...application(view)];
}

/** Of a ranking. */
export function dataOfRanking(view: RankingView): StructuredData {
  const { frame } = view;
  const crumbs = breadcrumbs(frame, rankingCrumbs(view));
  if (view.kind === 'empty') return crumbs;
  const rows =
    view.kind === 'categories'
      ? view.categories.map(({ slug }, index) => ({
          name: categoryName(frame.language, slug),
          path: categoryPath(frame.language, slug),
          position: index + 1,
        }))
      : view.rows.slice(0, placesTold).map(({ id, name, rank }) => ({
          name,
          path: gptPath(frame.language, id),
          position: rank,
        }));
  const places = view.kind === 'categories' ? rows.length : view.rows.length;
  return [...crumbs, ...itemList(frame, rows, places)];
}

function rankingCrumbs(view: RankingView): Crumb[] {
  const { language, path } = view.frame;
  const t = translator(language, 'ranking');
  const range = rangeOf(view);
  const first = {
    name: translator(language, 'site')('menu.ranking'),
    path: rankingPath(language, 'all'),
  };
  if (range === 'all') return [first];
  const crumbs = [first, { name: t(`range.${range}`), path: rankingPath(language, range) }];
  const category = 'category' in view ? view.category : null;
  if (category !== null) {
    crumbs.push({ name: categoryName(language, category), path });
  }
  if (view.kind === 'timed' && view.time !== undefined) {
    crumbs.push({ name: periodName(language, view.range, view.period), path });
  }
  return crumbs;
}

function categoriesCrumb({ language }: Frame): Crumb {
  return { name: translator(language, 'home')('categories'), path: categoriesPath(language) };
}

function collectionsCrumb({ language }: Frame): Crumb {
  return { name: translator(language, 'collections')('heading'), path: collectionsPath(language) };
}

function tagsCrumb({ language }: Frame): Crumb {
  return { name: translator(language, 'gpt')('tags'), path: tagsPath(language) };
}
