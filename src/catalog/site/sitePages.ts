import { blogGroups, blogTagGroups, postGroups } from '#catalog/blog/pages.ts';
import { collectionGroups, collectionIndexGroups } from '#catalog/collections/pages.ts';
import type { BuildContext } from '#catalog/buildContext.ts';
import { feedPages, isJsonFeed, isXmlFeed } from '#catalog/feeds/feedPages.ts';
import { categoryFeedGroups, siteFeedGroups } from '#catalog/feeds/feedFiles.ts';
import {
  cancellationPages,
  gptLinkPages,
  ordersPages,
  payPages,
  redeemPages,
  savedPages,
  withdrawPages,
} from '#catalog/site/formPages.ts';
import { contactPages } from '#catalog/support/contactPages.ts';
import { gptGroups } from '#catalog/gpts/gptPages.ts';
import { categoryGroups, homeGroups } from '#catalog/gpts/lists.ts';
import { modifiedList } from '#catalog/site/modified.ts';
import { notFoundPages, removedPages } from '#catalog/site/notFoundPages.ts';
import { helpGroups, helpIndexGroups } from '#catalog/help/helpPages.ts';
import { pageImage } from '#catalog/site/openGraph.ts';
import { policyPages } from '#catalog/site/policyPages.ts';
import { pricingPages } from '#catalog/pricing/pricingPages.ts';
import { type SignInWays, dialogTextsPages } from '#catalog/site/dialogTexts.ts';
import { partTextsPages } from '#catalog/site/partTexts.ts';
import { modulePages, recomputeTextsPages, recordGroups } from '#catalog/ranking/recordFiles.ts';
import { rankingFiles } from '#catalog/ranking/rankingDownloads.ts';
import { addRecommended } from '#catalog/gpts/recommended.ts';
import {
  type RankingView,
  currentPages,
  modifiedRankingPage,
  periodGroups,
  rangeOf,
  timeOf,
} from '#catalog/ranking/rankingPages.ts';
import { robotsText } from '#catalog/site/robots.ts';
import { searchPages } from '#catalog/gpts/searchPages.ts';
import {
  blogTagParam,
  categoryParam,
  furtherLabelParams,
  isFirst,
  isFurther,
  isPopular,
  isReordered,
  listParam,
  noParam,
  pageParam,
  reorderedLabelParams,
  labelParam,
} from '#catalog/site/routeParams.ts';
import { sharePages } from '#catalog/sharing/sharePages.ts';
import {
  authorGroups,
  categoryIndexPages,
  partOf,
  tagGroups,
  tagIndexPages,
} from '#catalog/labels/labelPages.ts';
import {
  type AnySitePage,
  type PageGroup,
  type Shell,
  type SitePage,
  groupsOf,
  pagesOf,
  viewOf,
} from '#catalog/site/sitePage.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { glyphsDigest } from '#domain/gpts/glyphsDigest.ts';
import { fileSegment } from '#domain/site/pageFiles.ts';
import { chatShellPath, sharedPagePath } from '#domain/chat/chatPaths.ts';
import { glyphsPath } from '#domain/gpts/gptPaths.ts';
import { loginPath } from '#domain/login/loginPaths.ts';
import { privacyPath } from '#domain/site/sitePaths.ts';
import { rankingDataPath } from '#domain/ranking/rankingPaths.ts';

/**
 * Every page of the site: the groups of pages by the Astro route that renders them. Both the routes and a publish, which
 * compares pages with the last release, take paths and views from here.
 */
const routes = {
  '/[lang]': (context) => groupsOf(homeGroups(context).filter(isFirst).filter(isPopular)),
  '/[lang]/page/[page]': (context) =>
    groupsOf(homeGroups(context).filter(isFurther).filter(isPopular), pageParam),
  '/[lang]/by/[...list]': (context) => groupsOf(homeGroups(context).filter(isReordered), listParam),
  '/[lang]/gpts/[id]': (context) => gptGroups(context),
  '/[lang]/categories': (context) =>
    oneGroup(pagesOf(categoryIndexPages(context)), modifiedCatalogue(context)),
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
    oneGroup(pagesOf(tagIndexPages(context).filter(isFirst)), modifiedCatalogue(context)),
  '/[lang]/tags/page/[page]': (context) =>
    oneGroup(
      pagesOf(tagIndexPages(context).filter(isFurther), pageParam),
      modifiedCatalogue(context),
    ),
  '/[lang]/tags/[tag]': (context) =>
    groupsOf(partOf(tagGroups(context), 'first'), labelParam('tag')),
  '/[lang]/tags/[tag]/page/[page]': (context) =>
    groupsOf(partOf(tagGroups(context), 'further'), furtherLabelParams('tag')),
  '/[lang]/tags/[tag]/by/[...list]': (context) =>
    groupsOf(partOf(tagGroups(context), 'reordered'), reorderedLabelParams('tag')),
  '/[lang]/authors/[author]': (context) =>
    groupsOf(partOf(authorGroups(context), 'first'), labelParam('author')),
  '/[lang]/authors/[author]/page/[page]': (context) =>
    groupsOf(partOf(authorGroups(context), 'further'), furtherLabelParams('author')),
  '/[lang]/authors/[author]/by/[...list]': (context) =>
    groupsOf(partOf(authorGroups(context), 'reordered'), reorderedLabelParams('author')),
  '/[lang]/ranking/[range]': (context) =>
    oneGroup(
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
  '/[lang]/help': (context) => groupsOf(helpIndexGroups(context)),
  '/[lang]/help/[name]': (context) => groupsOf(helpGroups(context), ({ name }) => ({ name })),
  '/[lang]/pricing': (context) => oneGroup(pagesOf(pricingPages(context))),
  '/[lang]/open': (context) => oneGroup(pagesOf(gptLinkPages(context))),
  '/[lang]/redeem': (context) => oneGroup(pagesOf(redeemPages(context))),
  '/[lang]/withdraw': (context) => oneGroup(pagesOf(withdrawPages(context))),
  '/[lang]/share': (context) => oneGroup(pagesOf(sharePages(context))),
  '/[lang]/contact': (context) => oneGroup(pagesOf(contactPages(context))),
  '/[lang]/cancel': (context) => oneGroup(pagesOf(cancellationPages(context))),
  '/[lang]/[policy]': (context) =>
    oneGroup(
      pagesOf(policyPages(context), ({ kind }) => ({ policy: kind })),
      ({ content }) => content.updated,
    ),
  '/[lang]/saved': (context) => oneGroup(pagesOf(savedPages(context))),
  '/[lang]/search': (context) => oneGroup(pagesOf(searchPages(context))),
  '/[lang]/404': (context) => oneGroup(pagesOf(notFoundPages(context))),
  '/[lang]/410': (context) => oneGroup(pagesOf(removedPages(context))),
  '/[lang]/chat': (context) => oneGroup(addRecommended(context, shells(context, chatShellPath))),
  '/[lang]/pay': (context) => oneGroup(pagesOf(payPages(context))),
  '/[lang]/orders': (context) => oneGroup(pagesOf(ordersPages(context))),
  '/[lang]/login': (context) => oneGroup(loginShells(context)),
  '/[lang]/s': (context) => oneGroup(shells(context, sharedPagePath)),
  '/ranking/[range].json': (context) =>
    oneGroup(files(context).filter(({ params }) => params['time'] === undefined)),
  '/ranking/[range]/[time].json': (context) =>
    oneGroup(files(context).filter(({ params }) => params['time'] !== undefined)),
  '/ranking/[range]/[time]/[file].json': (context) => recordGroups(context),
  '/recompute/[lang].json': () => oneGroup(recomputeTextsPages()),
  '/texts/[digest].json': ({ operator }) =>
    oneGroup([...dialogTextsPages(operator), ...partTextsPages()]),
  '/ranking/[module].js': () => oneGroup(modulePages()),
  '/[lang]/feeds/[kind]/[format].xml': (context) => feedPages(siteFeedGroups(context), isXmlFeed),
  '/[lang]/feeds/[kind]/feed.json': (context) => feedPages(siteFeedGroups(context), isJsonFeed),
  '/[lang]/feeds/[kind]/[category]/[format].xml': (context) =>
    feedPages(categoryFeedGroups(context), isXmlFeed),
  '/[lang]/feeds/[kind]/[category]/feed.json': (context) =>
    feedPages(categoryFeedGroups(context), isJsonFeed),
  '/glyphs/[digest].svg': () =>
    oneGroup([{ ...single(glyphsPath, {}), params: { digest: glyphsDigest } }]),
  '/robots.txt': (context) =>
    oneGroup([
      single('/robots.txt', { text: robotsText(context.origin, context.operator.isDemo) }),
    ]),
  [privacyPath]: (context) => oneGroup([single(privacyPath, isDemoOf(context))]),
  '/nextchat': (context) => oneGroup([single('/nextchat', isDemoOf(context))]),
  '/search/placeholder': (context) => oneGroup([single('/search/placeholder', isDemoOf(context))]),
} satisfies Readonly<Record<string, (context: BuildContext) => Iterable<PageGroup>>>;

type Routes = typeof routes;

/** An Astro route of this site, in Astro's syntax. */
export type SiteRoute = keyof Routes;

/** The view of the pages of a route. */
export type ViewOf<Route extends SiteRoute> =
  ReturnType<Routes[Route]> extends Iterable<{ pages: () => Iterable<SitePage<infer View>> }>
    ? View
    : never;

export const siteRoutes = Object.keys(routes) as readonly SiteRoute[];

/** Returns the pages of a route in groups. Many groups are made one by one. */
export function groupsOfRoute(context: BuildContext, route: SiteRoute): Iterable<PageGroup> {
  return routes[route](context);
}

/** Yields the pages of a route. */
export function* pagesOfRoute(context: BuildContext, route: SiteRoute): Generator<AnySitePage> {
  for (const { pages } of groupsOfRoute(context, route)) yield* pages();
}

/**
 * Yields one group without inputs, so that each page is compared. `modified` returns the time of a page's last change.
 */
function* oneGroup<Page extends AnySitePage>(
  pages: Iterable<Page>,
  modified?: (page: Page) => string,
): Generator<PageGroup<Page>> {
  const dated = function* (): Generator<Page> {
    for (const page of pages) yield modified ? { ...page, modified: modified(page) } : page;
  };
  yield { key: '', inputs: null, pages: dated };
}

/** Returns a function that returns the last change of all GPTs, for pages that list them. */
function modifiedCatalogue({ snapshot }: BuildContext): () => string {
  return () => modifiedList(snapshot, snapshot.gpts);
}

function* rankingsOfTimes(context: BuildContext): Generator<PageGroup<SitePage<RankingView>>> {
  const paramsOf = (view: RankingView) => ({
    range: rangeOf(view),
    time: fileSegment(timeOf(view) ?? ''),
  });
  yield* groupsOf(periodGroups(context), paramsOf);
  yield* oneGroup(
    pagesOf(
      currentPages(context).filter((view) => timeOf(view) !== undefined),
      paramsOf,
    ),
    (page) => modifiedRankingPage(context.snapshot, viewOf(page)),
  );
}

/** Returns pages that depend only on their language. The browser loads their content from the API. */
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

function loginShells(
  context: BuildContext,
): SitePage<Shell & SignInWays & { startingCredits: number }>[] {
  const { hasGoogle, registration } = context.operator;
  const { startingCredits } = context.shop;
  return shells(context, (language) => loginPath(undefined, language)).map((page) => ({
    ...page,
    content: { ...page.content, hasGoogle, registration, startingCredits },
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

function single<View extends object>(path: string, content: View): SitePage<View> {
  return { params: {}, path, frame: null, content } as unknown as SitePage<View>;
}
