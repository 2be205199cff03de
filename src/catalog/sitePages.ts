import { blogGroups, blogTagGroups, postGroups } from '#catalog/blog/pages.ts';
import { collectionGroups, collectionIndexGroups } from '#catalog/collections/pages.ts';
import { isDemoSite, isGoogleOffered, originOf } from '#catalog/frame.ts';
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
import { readSnapshot } from '#catalog/readSnapshot.ts';
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
 * Every page of the site: the Astro route that renders it → its pages in groups. A route takes its paths and views from
 * here, and publishing finds here what has changed, so that both always mean the same site.
 */
const routes = {
  '/[lang]': () => groupsOf(homeGroups().filter(isFirst).filter(isPopular)),
  '/[lang]/page/[page]': () =>
    groupsOf(homeGroups().filter(isFurther).filter(isPopular), pageParam),
  '/[lang]/by/[...list]': () => groupsOf(homeGroups().filter(isReordered), listParam),
  '/[lang]/gpts/[id]': () => gptGroups(),
  '/[lang]/categories': () => looked(pagesOf(categoryIndexPages()), modifiedCatalogue),
  '/[lang]/categories/[category]': () =>
    groupsOf(categoryGroups().filter(isFirst).filter(isPopular), categoryParam),
  '/[lang]/categories/[category]/page/[page]': () =>
    groupsOf(categoryGroups().filter(isFurther).filter(isPopular), (view) => ({
      ...categoryParam(view),
      ...pageParam(view),
    })),
  '/[lang]/categories/[category]/by/[...list]': () =>
    groupsOf(categoryGroups().filter(isReordered), (view) => ({
      ...categoryParam(view),
      ...listParam(view),
    })),
  '/[lang]/collections': () => groupsOf(collectionIndexGroups()),
  '/[lang]/collections/[slug]': () => groupsOf(collectionGroups(), ({ slug }) => ({ slug })),
  '/[lang]/tags': () => looked(pagesOf(tagIndexPages().filter(isFirst)), modifiedCatalogue),
  '/[lang]/tags/page/[page]': () =>
    looked(pagesOf(tagIndexPages().filter(isFurther), pageParam), modifiedCatalogue),
  '/[lang]/tags/[tag]': () => groupsOf(tagGroups(), shelfParam('tag'), isFirstOfShelf),
  '/[lang]/tags/[tag]/page/[page]': () =>
    groupsOf(tagGroups(), furtherShelfParams('tag'), isFurtherOfShelf),
  '/[lang]/tags/[tag]/by/[...list]': () =>
    groupsOf(tagGroups(), reorderedShelfParams('tag'), isReorderedShelf),
  '/[lang]/authors/[author]': () => groupsOf(authorGroups(), shelfParam('author'), isFirstOfShelf),
  '/[lang]/authors/[author]/page/[page]': () =>
    groupsOf(authorGroups(), furtherShelfParams('author'), isFurtherOfShelf),
  '/[lang]/authors/[author]/by/[...list]': () =>
    groupsOf(authorGroups(), reorderedShelfParams('author'), isReorderedShelf),
  '/[lang]/ranking/[range]': () =>
    looked(
      pagesOf(
        currentPages().filter((view) => timeOf(view) === undefined),
        (view) => ({ range: rangeOf(view) }),
      ),
      (page) => modifiedRankingPage(viewOf(page)),
    ),
  '/[lang]/ranking/[range]/[time]': () => rankingsOfTimes(),
  '/[lang]/blog': () => groupsOf(blogGroups(), noParam, isFirst),
  '/[lang]/blog/page/[page]': () => groupsOf(blogGroups(), pageParam, isFurther),
  '/[lang]/blog/[slug]': () => groupsOf(postGroups(), ({ slug }) => ({ slug })),
  '/[lang]/blog/tags/[tag]': () => groupsOf(blogTagGroups(), blogTagParam, isFirst),
  '/[lang]/blog/tags/[tag]/page/[page]': () =>
    groupsOf(blogTagGroups(), (view) => ({ ...blogTagParam(view), ...pageParam(view) }), isFurther),
  '/[lang]/pricing': () => looked(pagesOf(pricingPages())),
  '/[lang]/open': () => looked(pagesOf(gptLinkPages())),
  '/[lang]/redeem': () => looked(pagesOf(redeemPages())),
  '/[lang]/withdraw': () => looked(pagesOf(withdrawPages())),
  '/[lang]/share': () => looked(pagesOf(sharePages())),
  '/[lang]/contact': () => looked(pagesOf(contactPages())),
  '/[lang]/cancel': () => looked(pagesOf(cancellationPages())),
  '/[lang]/[policy]': () =>
    looked(
      pagesOf(policyPages(), ({ kind }) => ({ policy: kind })),
      ({ content }) => content.updated,
    ),
  '/[lang]/saved': () => looked(pagesOf(savedPages())),
  '/[lang]/search': () => looked(pagesOf(searchPages())),
  '/[lang]/404': () => looked(pagesOf(notFoundPages())),
  '/[lang]/410': () => looked(pagesOf(removedPages())),
  '/[lang]/chat': () => looked(shells(chatShellPath)),
  '/[lang]/pay': () => looked(shells(payShellPath)),
  '/[lang]/orders': () => looked(shells(ordersPath)),
  '/[lang]/login': () => looked(loginShells()),
  '/[lang]/s': () => looked(shells(sharedPagePath)),
  '/ranking/[range].json': () =>
    looked(files().filter(({ params }) => params['time'] === undefined)),
  '/ranking/[range]/[time].json': () =>
    looked(files().filter(({ params }) => params['time'] !== undefined)),
  '/[lang]/feeds/[kind]/[format].xml': () => feeds(siteFeedGroups()),
  '/[lang]/feeds/[kind]/[category]/[format].xml': () => feeds(categoryFeedGroups()),
  '/promotions.json': () => looked([single('/promotions.json', promotionTexts())]),
  '/glyphs/[digest].svg': () =>
    looked([{ ...single(glyphsPath, {}), params: { digest: glyphsDigest } }]),
  '/robots.txt': () => looked([single('/robots.txt', { text: robotsText() })]),
  [privacyPath]: () => looked([single(privacyPath, { isDemo: isDemoSite() })]),
  '/nextchat': () => looked([single('/nextchat', { isDemo: isDemoSite() })]),
  '/search/placeholder': () => looked([single('/search/placeholder', { isDemo: isDemoSite() })]),
} satisfies Readonly<Record<string, () => Iterable<PageGroup>>>;

type Routes = typeof routes;

/** An Astro route of this site, as Astro writes it. */
export type SiteRoute = keyof Routes;

type ViewOf<Route extends SiteRoute> =
  ReturnType<Routes[Route]> extends Iterable<{ pages: () => Iterable<SitePage<infer View>> }>
    ? View
    : never;

export const siteRoutes = Object.keys(routes) as readonly SiteRoute[];

/** The pages of a route in groups. Made anew with each call, one by one where there are many. */
export function groupsOfRoute(route: SiteRoute): Iterable<PageGroup> {
  return routes[route]();
}

/** The pages of a route. */
export function* pagesOfRoute(route: SiteRoute): Generator<AnySitePage> {
  for (const { pages } of groupsOfRoute(route)) yield* pages();
}

/** What Astro’s `getStaticPaths` of a route answers: each page gets its view, and nothing else. */
export function staticPaths<Route extends SiteRoute>(
  route: Route,
): { params: Record<string, string>; props: { view: ViewOf<Route> } }[] {
  return [...pagesOfRoute(route)].map((page) => ({
    params: { ...page.params },
    props: { view: viewOf(page as SitePage) as ViewOf<Route> },
  }));
}

/** One group of pages without a digest of their inputs: each of them is looked at. `modified` dates them. */
function* looked<Page extends AnySitePage>(
  pages: Iterable<Page>,
  modified?: (page: Page) => string,
): Generator<PageGroup<Page>> {
  const dated = function* (): Generator<Page> {
    for (const page of pages) yield modified ? { ...page, modified: modified(page) } : page;
  };
  yield { key: '', inputs: null, pages: dated };
}

/** Returns when a page that lists all GPTs changed last. */
function modifiedCatalogue(): string {
  const snapshot = readSnapshot();
  return modifiedList(snapshot, snapshot.gpts);
}

function* rankingsOfTimes(): Generator<PageGroup<SitePage<RankingView>>> {
  const paramsOf = (view: RankingView) => ({
    range: rangeOf(view),
    time: fileSegment(timeOf(view) ?? ''),
  });
  yield* groupsOf(periodGroups(), paramsOf);
  yield* looked(
    pagesOf(
      currentPages().filter((view) => timeOf(view) !== undefined),
      paramsOf,
    ),
    (page) => modifiedRankingPage(viewOf(page)),
  );
}

type Shell = { language: Language; origin: string | null; image: PageImage; isDemo: boolean };

/** Pages that know nothing but their language: what stands in them comes from the API. */
function shells(pathOf: (language: Language) => string): SitePage<Shell>[] {
  return languages.map((language) => ({
    params: { lang: language },
    path: pathOf(language),
    frame: null,
    content: {
      language,
      origin: originOf(),
      image: pageImage(language),
      isDemo: isDemoSite(),
    },
  }));
}

function loginShells(): SitePage<Shell & { hasGoogle: boolean }>[] {
  return shells((language) => loginPath(undefined, language)).map((page) => ({
    ...page,
    content: { ...page.content, hasGoogle: isGoogleOffered() },
  }));
}

function files(): SitePage[] {
  return rankingFiles().map(({ range, time, content }) => ({
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
