import type { CollectionView, CollectionsView } from '#catalog/collections/pages.ts';
import type { Frame } from '#catalog/site/frame.ts';
import type { GptView } from '#catalog/gpts/gptPages.ts';
import type { ListView } from '#catalog/gpts/lists.ts';
import { type RankingView, rangeOf } from '#catalog/ranking/rankingPages.ts';
import type { CategoriesView, LabelView, TagsView } from '#catalog/labels/labelPages.ts';
import {
  type Crumb,
  type StructuredData,
  application,
  breadcrumbs,
  itemList,
  listedGpts,
  website,
} from '#catalog/site/schema.ts';
import {
  categoriesPath,
  categoryPath,
  collectionPath,
  collectionsPath,
  gptPath,
  tagsPath,
} from '#domain/gpts/gptPaths.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';
import { categoryName } from '#i18n/categories.ts';
import { periodName } from '#i18n/periods.ts';
import { translator } from '#i18n/translate.ts';

/**
 * Returns the JSON of structured data; `undefined` if it is empty. “<” is escaped, because it could end the script
 * element.
 */
export function structuredDataText(data: StructuredData): string | undefined {
  if (data.length === 0) return undefined;
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': data });
  return text.replaceAll('<', '\\u003c');
}

/** Number of places of a ranking and of the home page in the data. All of them would make the pages too large. */
const listedPlaces = 10;

/** Returns the structured data of a page of home or of a category. */
export function dataOfList(view: ListView): StructuredData {
  const { frame, category, page, total, cards } = view;
  if (category === null && page === 1) {
    const first = listedGpts(frame, cards.slice(0, listedPlaces), page);
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

/** Returns the structured data of a page of a tag or an author. */
export function dataOfLabel(view: LabelView): StructuredData {
  const { frame, kind, name, page, total, cards } = view;
  const own = { name, path: frame.path };
  const crumbs = kind === 'tag' ? [tagsCrumb(frame), own] : [own];
  return [...breadcrumbs(frame, crumbs), ...itemList(frame, listedGpts(frame, cards, page), total)];
}

/** Returns the structured data of a page of all tags. */
export function dataOfTags({ frame }: TagsView): StructuredData {
  return breadcrumbs(frame, [tagsCrumb(frame)]);
}

/** Returns the structured data of the page of all categories. */
export function dataOfCategories({ frame, categories }: CategoriesView): StructuredData {
  const { language } = frame;
  const items = categories.map(({ slug }, index) => ({
    name: categoryName(language, slug),
    path: categoryPath(language, slug),
    position: index + 1,
  }));
  return [...breadcrumbs(frame, [categoriesCrumb(frame)]), ...itemList(frame, items, items.length)];
}

/**
 * Returns the structured data of the page of a collection. Without a translation, the list is only on the English page.
 */
export function dataOfCollection(view: CollectionView): StructuredData {
  const { frame, title, language, cards } = view;
  const crumbs = breadcrumbs(frame, [collectionsCrumb(frame), { name: title, path: frame.path }]);
  if (language !== frame.language) return crumbs;
  return [...crumbs, ...itemList(frame, listedGpts(frame, cards, 1), cards.length)];
}

/** Returns the structured data of the page of all collections. */
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

/** Returns the structured data of the page of a GPT, with ratings on this site only. */
export function dataOfGpt(view: GptView): StructuredData {
  const { frame, name, categories } = view;
  const [category] = categories;
  const { language } = frame;
  const parent =
    category === undefined
      ? []
      : [{ name: categoryName(language, category), path: categoryPath(language, category) }];
  return [...breadcrumbs(frame, [...parent, { name, path: frame.path }]), ...application(view)];
}

/** Returns the structured data of a ranking. */
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
      : view.rows.slice(0, listedPlaces).map(({ id, name, rank }) => ({
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
