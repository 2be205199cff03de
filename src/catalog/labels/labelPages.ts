import type { BuildContext } from '#catalog/buildContext.ts';
import { cardsOf } from '#catalog/gpts/cards.ts';
import { editorsPicks } from '#catalog/gpts/editorsOrder.ts';
import { linesOfGpts } from '#catalog/lineDigests.ts';
import type { ViewGroup } from '#catalog/site/sitePage.ts';
import { type Frame, frameOf } from '#catalog/site/frame.ts';
import {
  type ListPage,
  type Ordering,
  gptsOfPage,
  inListOrder,
  listPages,
  orderedLists,
  orderingOf,
} from '#catalog/gpts/listOrder.ts';
import { categoriesBySize } from '#catalog/labels/gptsByCategory.ts';
import { memoise } from '#catalog/memoise.ts';
import { isCreatedLater } from '#catalog/gpts/newest.ts';
import { pageImage } from '#catalog/site/openGraph.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import { isFirst, isFurther, isPopular, isReordered } from '#catalog/site/routeParams.ts';
import { modifiedList } from '#catalog/site/modified.ts';
import {
  type Label,
  type LabelKind,
  type LabelName,
  hasPages,
  labelNameOf,
  labelsOf,
  tagsBeside,
} from '#catalog/labels/labels.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { type Card, haveDifferentAuthors } from '#domain/gpts/card.ts';
import { gptsPerPage } from '#domain/gpts/gpts.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import type { ListOrder } from '#domain/gpts/listOrder.ts';
import type { PageImage } from '#domain/site/pageImage.ts';
import type { ContentMarks } from '#domain/texts/text.ts';
import { authorPath, categoriesPath, tagPath, tagsPath } from '#domain/gpts/gptPaths.ts';
import { translator } from '#i18n/translate.ts';

/** The view of one page of the GPTs with a tag or of an author. */
export type LabelView = ListPage & {
  frame: Frame;
  kind: LabelKind;
  slug: string;
  name: string;
  marks: ContentMarks;
  ordering: Ordering;
  /** Chats with all its GPTs; `null` on further pages, which do not show it. */
  chats: number | null;
  cards: readonly Card[];
  /** Whether its GPTs, also those on other pages, have different authors. */
  showsAuthor: boolean;
  /** Tags that the page links to, without numbers of GPTs, which change with every GPT that has one of the tags. */
  beside: readonly LabelName[];
};

/** A tag with its number of GPTs. */
export type CountedTag = LabelName & { count: number };

/** The view of one page of all tags, the most used first. */
export type TagsView = {
  frame: Frame;
  page: number;
  pages: number;
  total: number;
  tags: readonly CountedTag[];
};

/** The view of the page of all categories, the largest first, each with its most used GPTs. */
export type CategoriesView = {
  frame: Frame;
  categories: readonly { slug: string; count: number; first: readonly Card[] }[];
};

/**
 * The pages of a label that belong to one route: the first page, further pages, or the pages in other orders. Each route
 * computes only its own pages; otherwise one changed GPT would compute all pages of its labels three times.
 */
export type LabelPart = 'first' | 'further' | 'reordered';

type LabelGroup = Omit<ViewGroup<LabelView>, 'views'> & {
  views: (part: LabelPart) => readonly LabelView[];
};

const besideAtMost = 8;
const tagsPerPage = 300;
const firstOfCategory = 3;

/** Returns the pages of every tag of several GPTs in every language, in one group per tag. */
export const tagGroups = memoise((context: BuildContext) => labelGroups(context, 'tag', tagPath));

/** Returns the pages of every author in every language, in one group per author. */
export const authorGroups = memoise((context: BuildContext) =>
  labelGroups(context, 'author', authorPath),
);

/** Returns groups with only the pages of a part. */
export function partOf(groups: readonly LabelGroup[], part: LabelPart): ViewGroup<LabelView>[] {
  return groups.map(({ views, ...group }) => ({ ...group, views: () => views(part) }));
}

/** Returns the pages that list all tags with pages, in every language. There is always a first page. */
export function tagIndexPages(context: BuildContext): TagsView[] {
  const labels = [...labelsOf(context.snapshot, 'tag').values()];
  const tags = labels
    .filter((tag) => hasPages('tag', tag))
    .map((tag): CountedTag => ({ ...labelNameOf(tag), count: tag.gpts.length }));
  const pages = Math.max(1, Math.ceil(tags.length / tagsPerPage));
  return languages.flatMap((language) =>
    Array.from({ length: pages }, (_, index) => ({
      frame: frameOf(
        context,
        language,
        tagsPath(language, index + 1),
        titleImage(language, 'tags.heading'),
      ),
      page: index + 1,
      pages,
      total: tags.length,
      tags: tags.slice(index * tagsPerPage, (index + 1) * tagsPerPage),
    })),
  );
}

/** Returns the page of all categories in every language. */
export function categoryIndexPages(context: BuildContext): CategoriesView[] {
  const categories = categoriesBySize(context.snapshot);
  return languages.map((language) => ({
    frame: frameOf(
      context,
      language,
      categoriesPath(language),
      titleImage(language, 'categories.heading'),
    ),
    categories: categories.map(([slug, gpts]) => ({
      slug,
      count: gpts.length,
      first: cardsOf(inListOrder(context, gpts, language).slice(0, firstOfCategory)),
    })),
  }));
}

type PathOf = (language: Language, slug: string, page: number, order: ListOrder) => string;

function labelGroups(
  context: BuildContext,
  kind: LabelKind,
  pathOf: PathOf,
): readonly LabelGroup[] {
  const { snapshot } = context;
  const labels = [...labelsOf(snapshot, kind).values()];
  return labels
    .filter((label) => hasPages(kind, label))
    .map((label) => {
      const beside = () => tagsBeside(snapshot, kind, label, besideAtMost);
      const { gpts, ...named } = label;
      const inputsText = () => {
        const lines = linesOfGpts(snapshot, gpts);
        const later = gpts.filter((gpt) => isCreatedLater(snapshot, gpt)).map(({ id }) => id);
        return JSON.stringify([named, beside(), lines, recommendedOf(context, gpts), later]);
      };
      // Cached, because three routes need it.
      let inputs: string | undefined;
      return {
        key: label.slug,
        inputs: () => (inputs ??= inputsText()),
        views: (part) => {
          const options = { kind, part, pathOf, beside: beside() };
          return languages.flatMap((language) => pagesOf(context, label, { ...options, language }));
        },
        modified: () => modifiedList(snapshot, gpts),
      };
    });
}

type PageOptions = {
  kind: LabelKind;
  part: LabelPart;
  language: Language;
  pathOf: PathOf;
  beside: readonly LabelName[];
};

function pagesOf(
  context: BuildContext,
  { slug, name, marks, gpts }: Label,
  { kind, part, language, pathOf, beside }: PageOptions,
): LabelView[] {
  const ordering = labelOrdering(context.snapshot, gpts);
  const chats = gpts.reduce((sum, gpt) => sum + gpt.chats, 0);
  const showsAuthor = kind === 'tag' && haveDifferentAuthors(gpts);
  // The same for all labels of a kind, because there are as many labels as GPTs.
  const image = titleImage(language, `kind.${kind}`);
  const orders = ordering.orders.filter((order) => hasOrder(part, order));
  return orderedLists(context, gpts, language, orders).flatMap((list) =>
    listPages(list)
      .filter(({ page }) => hasPage(part, page))
      .map((place) => ({
        ...place,
        frame: frameOf(context, language, pathOf(language, slug, place.page, list.order), image),
        kind,
        slug,
        name,
        marks,
        ordering: { ...ordering, order: list.order },
        chats: place.page === 1 ? chats : null,
        cards: cardsOf(gptsOfPage(list, place)),
        showsAuthor,
        beside: place.page === 1 ? beside : [],
      })),
  );
}

function hasOrder(part: LabelPart, order: ListOrder): boolean {
  return part === 'reordered' ? isReordered({ order }) : isPopular({ order });
}

function hasPage(part: LabelPart, page: number): boolean {
  if (part === 'reordered') return true;
  return part === 'first' ? isFirst({ page }) : isFurther({ page });
}

/**
 * Returns the ids of the GPTs that editors recommend in each language, best first. The order by popularity depends on it,
 * and editors may change it while no GPT changes.
 */
function recommendedOf(context: BuildContext, gpts: readonly Gpt[]): string[][] {
  const own = new Set(gpts);
  return languages.map((language) =>
    editorsPicks(context, language)
      .filter((gpt) => own.has(gpt))
      .map(({ id }) => id),
  );
}

/** Returns the orders of a label. Only labels with several pages have more than one, because there are so many tags. */
function labelOrdering(snapshot: Snapshot, gpts: readonly Gpt[]): Omit<Ordering, 'order'> {
  const ordering = orderingOf(snapshot, gpts);
  return gpts.length > gptsPerPage ? ordering : { ...ordering, orders: ['popular'] };
}

function titleImage(language: Language, key: string): PageImage {
  return pageImage(language, translator(language, 'shelves')(key));
}
