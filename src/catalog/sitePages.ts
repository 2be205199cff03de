import { blogGroups, blogTagGroups, postGroups } from '#catalog/blog/pages.ts';
import { collectionGroups, collectionIndexGroups } from '#catalog/collections/pages.ts';
import type { BuildContext } from '#catalog/buildContext.ts';
import type { FeedFile } from '#catalog/feeds/feed.ts';
import {
  type FeedGroup,
  type NamedFeedFile,
  categoryFeedGroups,
  siteFeedGroups,
} from '#catalog/feeds/feedFiles.ts';
import { cancellationPages } from '#catalog/cancellationPages.ts';
import { contactPages } from '#catalog/contactPages.ts';
import { gptGroups } from '#catalog/gptPages.ts';
import { categoryGroups, homeGroups } from '#catalog/lists.ts';
import { modifiedList } from '#catalog/modified.ts';
import { notFoundPages, removedPages } from '#catalog/notFoundPages.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { policyPages } from '#catalog/policyPages.ts';
import { pricingPages } from '#catalog/pricingPages.ts';
import { promotionTexts } from '#catalog/promotionTexts.ts';
import { rankingFiles } from '#catalog/rankingDownloads.ts';
import {
  type RankingView,
  currentPages,
  modifiedRankingPage,
  periodGroups,
  rangeOf,
  timeOf,
} from '#catalog/rankingPages.ts';
import { gptLinkPages } from '#catalog/gptLinkPages.ts';
import { redeemPages } from '#catalog/redeemPages.ts';
import { robotsText } from '#catalog/robots.ts';
import { savedPages } from '#catalog/savedPages.ts';
import { searchPages } from '#catalog/searchPages.ts';
import {
  blogTagParam,
  categoryParam,
  furtherShelfParams,
  isFirst,
  isFirstOfShelf,
  isFurther,
  isFurtherOfShelf,
  isPopular,
  isReordered,
  isReorderedShelf,
  listParam,
  noParam,
  pageParam,
  reorderedShelfParams,
  shelfParam,
} from '#catalog/routeParams.ts';
import { sharePages } from '#catalog/sharePages.ts';
import { authorGroups, categoryIndexPages, tagGroups, tagIndexPages } from '#catalog/shelfPages.ts';
import {
  type AnySitePage,
  type PageGroup,
  type SitePage,
  groupsOf,
  pagesOf,
  viewOf,
} from '#catalog/sitePage.ts';
import { withdrawPages } from '#catalog/withdrawPages.ts';
import { type Language, languages } from '#domain/languages.ts';
import { glyphsDigest } from '#domain/glyphs.ts';
import type { PageImage } from '#domain/pageImage.ts';
import { ordersPath, payShellPath } from '#domain/orderPaths.ts';
import { fileSegment } from '#domain/pageFiles.ts';
import {
  chatShellPath,
  glyphsPath,
  loginPath,
  privacyPath,
  rankingDataPath,
  sharedPagePath,
} from '#domain/urls.ts';

/**
 * Every page of the site: the Astro route that renders it → its pages in groups. Routes take their paths and views from
 * here, and a publish compares them with the release before, so that both always mean the same site.
 */
const routes = {
  '/[lang]': (context) => groupsOf(homeGroups(context).filter(isFirst).filter(isPopular)),
  '/[lang]/page/[page]': (context) =>
    groupsOf(homeGroups(context).filter(isFurther).filter(isPopular), pageParam),
  '/[lang]/by/[...list]': (context) => groupsOf(homeGroups(context).filter(isReordered), listParam),
  '/[lang]/gpts/[id]': (context) => gptGroups(context),
  '/[lang]/categories': (context) =>
    looked(pagesOf(categoryIndexPages(context)), modifiedCatalogue(context)),
  '/[lang]/categories/[category]': (context) =>
    groupsOf(categoryGroups(context).filter(isFirst).filter(isPopular), categoryParam),
  '/[lang]/categories/[category]/page/[page]': (context) =>
    groupsOf(categoryGroups(context).filter(isFurther).filter(isPopular), (view) => ({
      ...categoryParam(view),
      ...pageParam(view),
    })),
  '/[lang]/categories/[category]/by/[...list]': (context) =>
    groupsOf(categoryGroups(context).filter(isReordered), (view) => ({
      ...categoryParam(view),
      ...listParam(view),
    })),
  '/[lang]/collections': (context) => groupsOf(collectionIndexGroups(context)),
  '/[lang]/collections/[slug]': (context) =>
    groupsOf(collectionGroups(context), ({ slug }) => ({ slug })),
  '/[lang]/tags': (context) =>
    looked(pagesOf(tagIndexPages(context).filter(isFirst)), modifiedCatalogue(context)),
  '/[lang]/tags/page/[page]': (context) =>
    looked(
      pagesOf(tagIndexPages(context).filter(isFurther), pageParam),
      modifiedCatalogue(context),
    ),
  '/[lang]/tags/[tag]': (context) =>
    groupsOf(tagGroups(context), shelfParam('tag'), isFirstOfShelf),
  '/[lang]/tags/[tag]/page/[page]': (context) =>
    groupsOf(tagGroups(context), furtherShelfParams('tag'), isFurtherOfShelf),
  '/[lang]/tags/[tag]/by/[...list]': (context) =>
    groupsOf(tagGroups(context), reorderedShelfParams('tag'), isReorderedShelf),
  '/[lang]/authors/[author]': (context) =>
    groupsOf(authorGroups(context), shelfParam('author'), isFirstOfShelf),
  '/[lang]/authors/[author]/page/[page]': (context) =>
    groupsOf(authorGroups(context), furtherShelfParams('author'), isFurtherOfShelf),
  '/[lang]/authors/[author]/by/[...list]': (context) =>
    groupsOf(authorGroups(context), reorderedShelfParams('author'), isReorderedShelf),
  '/[lang]/ranking/[range]': (context) =>
    looked(
      pagesOf(
        currentPages(context).filter((view) => timeOf(view) === undefined),
        (view) => ({ range: rangeOf(view) }),
      ),
      (page) => modifiedRankingPage(context.snapshot, viewOf(page)),
    ),
  '/[lang]/ranking/[range]/[time]': (context) => rankingsOfTimes(context),
  '/[lang]/blog': (context) => groupsOf(blogGroups(context), noParam, isFirst),
  '/[lang]/blog/page/[page]': (context) => groupsOf(blogGroups(context), pageParam, isFurther),
  '/[lang]/blog/[slug]': (context) => groupsOf(postGroups(context), ({ slug }) => ({ slug })),
  '/[lang]/blog/tags/[tag]': (context) => groupsOf(blogTagGroups(context), blogTagParam, isFirst),
  '/[lang]/blog/tags/[tag]/page/[page]': (context) =>
    groupsOf(
      blogTagGroups(context),
      (view) => ({ ...blogTagParam(view), ...pageParam(view) }),
      isFurther,
    ),
  '/[lang]/pricing': (context) => looked(pagesOf(pricingPages(context))),
  '/[lang]/open': (context) => looked(pagesOf(gptLinkPages(context))),
  '/[lang]/redeem': (context) => looked(pagesOf(redeemPages(context))),
  '/[lang]/withdraw': (context) => looked(pagesOf(withdrawPages(context))),
  '/[lang]/share': (context) => looked(pagesOf(sharePages(context))),
  '/[lang]/contact': (context) => looked(pagesOf(contactPages(context))),
  '/[lang]/cancel': (context) => looked(pagesOf(cancellationPages(context))),
  '/[lang]/[policy]': (context) =>
    looked(
      pagesOf(policyPages(context), ({ kind }) => ({ policy: kind })),
      ({ content }) => content.updated,
    ),
  '/[lang]/saved': (context) => looked(pagesOf(savedPages(context))),
  '/[lang]/search': (context) => looked(pagesOf(searchPages(context))),
  '/[lang]/404': (context) => looked(pagesOf(notFoundPages(context))),
  '/[lang]/410': (context) => looked(pagesOf(removedPages(context))),
  '/[lang]/chat': (context) => looked(shells(context, chatShellPath)),
  '/[lang]/pay': (context) => looked(shells(context, payShellPath)),
  '/[lang]/orders': (context) => looked(shells(context, ordersPath)),
  '/[lang]/login': (context) => looked(loginShells(context)),
  '/[lang]/s': (context) => looked(shells(context, sharedPagePath)),
  '/ranking/[range].json': (context) =>
    looked(files(context).filter(({ params }) => params['time'] === undefined)),
  '/ranking/[range]/[time].json': (context) =>
    looked(files(context).filter(({ params }) => params['time'] !== undefined)),
  '/[lang]/feeds/[kind]/[format].xml': (context) => feeds(siteFeedGroups(context)),
  '/[lang]/feeds/[kind]/[category]/[format].xml': (context) => feeds(categoryFeedGroups(context)),
  '/promotions.json': (context) =>
    looked([single('/promotions.json', promotionTexts(context.shop))]),
  '/glyphs/[digest].svg': () =>
    looked([{ ...single(glyphsPath, {}), params: { digest: glyphsDigest } }]),
  '/robots.txt': (context) =>
    looked([single('/robots.txt', { text: robotsText(context.origin, context.operator.isDemo) })]),
  [privacyPath]: (context) => looked([single(privacyPath, isDemoOf(context))]),
  '/nextchat': (context) => looked([single('/nextchat', isDemoOf(context))]),
  '/search/placeholder': (context) => looked([single('/search/placeholder', isDemoOf(context))]),
} satisfies Readonly<Record<string, (context: BuildContext) => Iterable<PageGroup>>>;

type Routes = typeof routes;

/** An Astro route of this site, as Astro writes it. */
export type SiteRoute = keyof Routes;

/** The view of the pages of a route. */
export type ViewOf<Route extends SiteRoute> =
  ReturnType<Routes[Route]> extends Iterable<{ pages: () => Iterable<SitePage<infer View>> }>
    ? View
    : never;

export const siteRoutes = Object.keys(routes) as readonly SiteRoute[];

/** Returns the pages of a route in groups, which are made one by one where there are many. */
export function groupsOfRoute(context: BuildContext, route: SiteRoute): Iterable<PageGroup> {
  return routes[route](context);
}

/** Yields the pages of a route. */
export function* pagesOfRoute(context: BuildContext, route: SiteRoute): Generator<AnySitePage> {
  for (const { pages } of groupsOfRoute(context, route)) yield* pages();
}

/** Yields one group of pages without a digest of their inputs: each of them is compared. `modified` dates them. */
function* looked<Page extends AnySitePage>(
  pages: Iterable<Page>,
  modified?: (page: Page) => string,
): Generator<PageGroup<Page>> {
  const dated = function* (): Generator<Page> {
    for (const page of pages) yield modified ? { ...page, modified: modified(page) } : page;
  };
  yield { key: '', inputs: null, pages: dated };
}

/** Returns how to date a page that lists all GPTs. */
function modifiedCatalogue({ snapshot }: BuildContext): () => string {
  return () => modifiedList(snapshot, snapshot.gpts);
}

function* rankingsOfTimes(context: BuildContext): Generator<PageGroup<SitePage<RankingView>>> {
  const paramsOf = (view: RankingView) => ({
    range: rangeOf(view),
    time: fileSegment(timeOf(view) ?? ''),
  });
  yield* groupsOf(periodGroups(context), paramsOf);
  yield* looked(
    pagesOf(
      currentPages(context).filter((view) => timeOf(view) !== undefined),
      paramsOf,
    ),
    (page) => modifiedRankingPage(context.snapshot, viewOf(page)),
  );
}

type Shell = { language: Language; origin: string | null; image: PageImage; isDemo: boolean };

/** Returns pages that depend on nothing but their language: the browser asks the API for their content. */
function shells(context: BuildContext, pathOf: (language: Language) => string): SitePage<Shell>[] {
  return languages.map((language) => ({
    params: { lang: language },
    path: pathOf(language),
    frame: null,
    content: {
      language,
      origin: context.origin,
      image: pageImage(language),
      ...isDemoOf(context),
    },
  }));
}

function isDemoOf({ operator }: BuildContext): { isDemo: boolean } {
  return { isDemo: operator.isDemo };
}

function loginShells(context: BuildContext): SitePage<Shell & { hasGoogle: boolean }>[] {
  const { hasGoogle } = context.operator;
  return shells(context, (language) => loginPath(undefined, language)).map((page) => ({
    ...page,
    content: { ...page.content, hasGoogle },
  }));
}

function files(context: BuildContext): SitePage[] {
  return rankingFiles(context).map(({ range, time, content }) => ({
    params: { range, ...(time === undefined ? {} : { time: fileSegment(time) }) },
    path: rankingDataPath(range, time),
    frame: null,
    content,
  }));
}

function* feeds(groups: Iterable<FeedGroup>): Generator<PageGroup<SitePage<FeedFile>>> {
  for (const { key, inputs, files } of groups) {
    yield { key, inputs, pages: () => files().map(feedPage) };
  }
}

function feedPage({ kind, category, ...content }: NamedFeedFile): SitePage<FeedFile> {
  const { path, format, feed } = content;
  const within = category === null ? {} : { category: fileSegment(category) };
  const params = { lang: feed.language, kind, ...within, format };
  return { params, path, frame: null, content };
}

function single<View extends object>(path: string, content: View): SitePage<View> {
  return { params: {}, path, frame: null, content } as unknown as SitePage<View>;
}
