import { type Card, haveDifferentAuthors } from '#domain/gpts/card.ts';
import { cardsOf } from '#catalog/gpts/cards.ts';
import { type FeedLink, gptFeedLinks } from '#catalog/feeds/feedLinks.ts';
import type { BuildContext } from '#catalog/buildContext.ts';
import { type Frame, frameOf } from '#catalog/site/frame.ts';
import { homeList } from '#catalog/gpts/homeList.ts';
import { type HomeRows, homeRowsOf, modifiedRows } from '#catalog/gpts/homeRows.ts';
import { linesOfGpts } from '#catalog/lineDigests.ts';
import type { ViewGroup } from '#catalog/site/sitePage.ts';
import { pageImage } from '#catalog/site/openGraph.ts';
import { gptsByCategory, largestCategories } from '#catalog/labels/gptsByCategory.ts';
import { memoise } from '#catalog/memoise.ts';
import {
  type ListPage,
  type Ordering,
  gptsOfPage,
  listPages,
  orderedLists,
  orderingOf,
} from '#catalog/gpts/listOrder.ts';
import { modifiedList, newestOf } from '#catalog/site/modified.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import type { PageImage } from '#domain/site/pageImage.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import type { ListOrder } from '#domain/gpts/listOrder.ts';
import { categoryPath, homePath } from '#domain/gpts/gptPaths.ts';
import { categoryName } from '#i18n/categories.ts';

/** The view of one page of the directory or of a category. */
export type ListView = ListPage & {
  frame: Frame;
  /** `null` on the home pages, which list every GPT. */
  category: string | null;
  ordering: Ordering;
  cards: readonly Card[];
  /** Whether the GPTs of the whole list have different authors. */
  showsAuthor: boolean;
  /**
   * Slugs of the categories to choose from. Without their numbers of GPTs: lists do not show these, and one hidden GPT
   * would change the views of all lists.
   */
  categories: readonly string[];
  /** The rows above the list; only on the first home page. */
  rows: HomeRows | null;
  /** The feeds of the list, on the first page. */
  feeds: readonly FeedLink[];
};

/** One page of a list. */
type ListGroup = ViewGroup<ListView> & { language: Language; order: ListOrder } & Pick<
    ListPage,
    'page' | 'others'
  >;

/** Returns the home pages in every language, in one group per page. There is always a first page. */
export const homeGroups = memoise((context: BuildContext): readonly ListGroup[] => [
  ...listGroups(context, { category: null, gpts: context.snapshot.gpts, pathOf: homePath }),
]);

/** Returns the pages of every category with a GPT in every language, in one group per page. */
export const categoryGroups = memoise((context: BuildContext): readonly ListGroup[] =>
  [...gptsByCategory(context.snapshot)].flatMap(([slug, gpts]) => [
    ...listGroups(context, {
      category: slug,
      gpts,
      pathOf: (language, page, order) => categoryPath(language, slug, page, order),
    }),
  ]),
);

type List = {
  /** `null` for home. */
  category: string | null;
  gpts: readonly Gpt[];
  pathOf: (language: Language, page: number, order: ListOrder) => string;
};

/** Yields one group per page, language and order, because a changed GPT is on few of many hundred pages. */
function* listGroups(
  context: BuildContext,
  { category, gpts, pathOf }: List,
): Generator<ListGroup> {
  const { snapshot } = context;
  const categories = largestCategories(snapshot);
  const about = { category, categories, showsAuthor: haveDifferentAuthors(gpts) };
  const ordering = orderingOf(snapshot, gpts);
  for (const language of languages) {
    const image = () => imageOf(language, category);
    const options = category === null ? homeList(context, language) : {};
    for (const list of orderedLists(context, gpts, language, ordering.orders, options)) {
      const { order } = list;
      for (const place of listPages(list)) {
        const { page } = place;
        const listed = gptsOfPage(list, place);
        const shared = { ...about, ...place, ordering: { ...ordering, order } };
        const isFront = category === null && page === 1 && order === 'popular';
        const rows = () => (isFront ? homeRowsOf(context, language) : null);
        const feeds = () => (page === 1 ? gptFeedLinks(snapshot, language, category) : []);
        const view = (): ListView => ({
          frame: frameOf(context, language, pathOf(language, page, order), image()),
          ...shared,
          cards: cardsOf(listed),
          rows: rows(),
          feeds: feeds(),
        });
        yield {
          key: `${category ?? ''}/${language}/${order}/${page}`,
          language,
          page,
          order,
          others: place.others,
          inputs: () => JSON.stringify([shared, rows(), feeds(), linesOfGpts(snapshot, listed)]),
          views: () => [view()],
          modified: () =>
            newestOf([modifiedList(snapshot, listed), isFront ? modifiedRows(context) : '']),
        };
      }
    }
  }
}

function imageOf(language: Language, category: string | null): PageImage {
  return pageImage(language, category === null ? undefined : categoryName(language, category));
}
