import { blogPages, blogTagPages, postPages } from '#catalog/blog/pages.ts';
import { originOf } from '#catalog/frame.ts';
import type { FeedFile } from '#catalog/feeds/feed.ts';
import { type NamedFeedFile, categoryFeedFiles, siteFeedFiles } from '#catalog/feeds/feedFiles.ts';
import { gptSitePages } from '#catalog/gptPages.ts';
import { categoryPages, homePages } from '#catalog/lists.ts';
import { notFoundPages, removedPages } from '#catalog/notFoundPages.ts';
import { pageImage } from '#catalog/openGraph.ts';
import { policyPages } from '#catalog/policyPages.ts';
import { pricingPages } from '#catalog/pricingPages.ts';
import { promotionTexts } from '#catalog/promotionTexts.ts';
import { rankingFiles } from '#catalog/rankingDownloads.ts';
import { rangeOf, rankingPages, timeOf } from '#catalog/rankingPages.ts';
import { robotsText } from '#catalog/robots.ts';
import { savedPages } from '#catalog/savedPages.ts';
import { searchPages } from '#catalog/searchPages.ts';
import { sharePages } from '#catalog/sharePages.ts';
import { authorPages, categoryIndexPages, tagIndexPages, tagPages } from '#catalog/shelfPages.ts';
import { type AnySitePage, type SitePage, pagesOf, viewOf } from '#catalog/sitePage.ts';
import { type Language, languages } from '#domain/languages.ts';
import type { PageImage } from '#domain/pageImage.ts';
import { fileSegment } from '#domain/pageFiles.ts';
import { chatShellPath, loginPath, rankingDataPath, sharedPagePath } from '#domain/urls.ts';

/**
 * Every page of the site: the Astro route that renders it → its pages. A route takes its paths and views from here, and
 * publishing finds here what has changed, so that both always mean the same site.
 */
const routes = {
  '/[lang]': () => pagesOf(homePages().filter(isFirst)),
  '/[lang]/page/[page]': () => pagesOf(homePages().filter(isFurther), pageParam),
  '/[lang]/gpts/[id]': () => gptSitePages(),
  '/[lang]/categories': () => pagesOf(categoryIndexPages()),
  '/[lang]/categories/[category]': () => pagesOf(categoryPages().filter(isFirst), categoryParam),
  '/[lang]/categories/[category]/page/[page]': () =>
    pagesOf(categoryPages().filter(isFurther), (view) => ({
      ...categoryParam(view),
      ...pageParam(view),
    })),
  '/[lang]/tags': () => pagesOf(tagIndexPages().filter(isFirst)),
  '/[lang]/tags/page/[page]': () => pagesOf(tagIndexPages().filter(isFurther), pageParam),
  '/[lang]/tags/[tag]': () =>
    pagesOf(tagPages().filter(isFirst), ({ slug }) => ({ tag: fileSegment(slug) })),
  '/[lang]/tags/[tag]/page/[page]': () =>
    pagesOf(tagPages().filter(isFurther), (view) => ({
      tag: fileSegment(view.slug),
      ...pageParam(view),
    })),
  '/[lang]/authors/[author]': () =>
    pagesOf(authorPages().filter(isFirst), ({ slug }) => ({ author: fileSegment(slug) })),
  '/[lang]/authors/[author]/page/[page]': () =>
    pagesOf(authorPages().filter(isFurther), (view) => ({
      author: fileSegment(view.slug),
      ...pageParam(view),
    })),
  '/[lang]/ranking/[range]': () =>
    pagesOf(
      rankingPages().filter((view) => timeOf(view) === undefined),
      (view) => ({ range: rangeOf(view) }),
    ),
  '/[lang]/ranking/[range]/[time]': () =>
    pagesOf(
      rankingPages().filter((view) => timeOf(view) !== undefined),
      (view) => ({ range: rangeOf(view), time: fileSegment(timeOf(view) ?? '') }),
    ),
  '/[lang]/blog': () => pagesOf(blogPages().filter(isFirst)),
  '/[lang]/blog/page/[page]': () => pagesOf(blogPages().filter(isFurther), pageParam),
  '/[lang]/blog/[slug]': () => pagesOf(postPages(), ({ slug }) => ({ slug })),
  '/[lang]/blog/tags/[tag]': () => pagesOf(blogTagPages().filter(isFirst), tagParam),
  '/[lang]/blog/tags/[tag]/page/[page]': () =>
    pagesOf(blogTagPages().filter(isFurther), (view) => ({
      ...tagParam(view),
      ...pageParam(view),
    })),
  '/[lang]/pricing': () => pagesOf(pricingPages()),
  '/[lang]/share': () => pagesOf(sharePages()),
  '/[lang]/[policy]': () => pagesOf(policyPages(), ({ kind }) => ({ policy: kind })),
  '/[lang]/saved': () => pagesOf(savedPages()),
  '/[lang]/search': () => pagesOf(searchPages()),
  '/[lang]/404': () => pagesOf(notFoundPages()),
  '/[lang]/410': () => pagesOf(removedPages()),
  '/[lang]/chat': () => shells(chatShellPath),
  '/[lang]/login': () => shells((language) => loginPath(undefined, language)),
  '/[lang]/s': () => shells(sharedPagePath),
  '/ranking/[range].json': () => files().filter(({ params }) => params['time'] === undefined),
  '/ranking/[range]/[time].json': () =>
    files().filter(({ params }) => params['time'] !== undefined),
  '/[lang]/feeds/[kind]/[format].xml': () => feeds(siteFeedFiles()),
  '/[lang]/feeds/[kind]/[category]/[format].xml': () => feeds(categoryFeedFiles()),
  '/promotions.json': () => [single('/promotions.json', promotionTexts())],
  '/robots.txt': () => [single('/robots.txt', { text: robotsText() })],
  '/nextchat': () => [single('/nextchat', {})],
  '/search/placeholder': () => [single('/search/placeholder', {})],
} satisfies Readonly<Record<string, () => Iterable<AnySitePage>>>;

type Routes = typeof routes;

/** An Astro route of this site, as Astro writes it. */
export type SiteRoute = keyof Routes;

type ViewOf<Route extends SiteRoute> =
  ReturnType<Routes[Route]> extends Iterable<SitePage<infer View>> ? View : never;

export const siteRoutes = Object.keys(routes) as readonly SiteRoute[];

/** The pages of a route. Made anew with each call, one by one where there are many. */
export function pagesOfRoute(route: SiteRoute): Iterable<AnySitePage> {
  return routes[route]();
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

function isFirst({ page }: { page: number }): boolean {
  return page === 1;
}

function isFurther({ page }: { page: number }): boolean {
  return page > 1;
}

function pageParam({ page }: { page: number }): { page: string } {
  return { page: String(page) };
}

function categoryParam({ category }: { category: string | null }): { category: string } {
  return { category: fileSegment(category ?? '') };
}

function tagParam({ tag }: { tag: string | null }): { tag: string } {
  return { tag: tag ?? '' };
}

type Shell = { language: Language; origin: string | null; image: PageImage };

/** Pages that know nothing but their language: what stands in them comes from the API. */
function shells(pathOf: (language: Language) => string): SitePage<Shell>[] {
  return languages.map((language) => ({
    params: { lang: language },
    path: pathOf(language),
    frame: null,
    content: { language, origin: originOf(), image: pageImage(language) },
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

function* feeds(named: Iterable<NamedFeedFile>): Generator<SitePage<FeedFile>> {
  for (const { kind, category, ...content } of named) {
    const { path, format, feed } = content;
    const within = category === null ? {} : { category: fileSegment(category) };
    yield { params: { lang: feed.language, kind, ...within, format }, path, frame: null, content };
  }
}

function single<View extends object>(path: string, content: View): SitePage<View> {
  return { params: {}, path, frame: null, content } as unknown as SitePage<View>;
}
