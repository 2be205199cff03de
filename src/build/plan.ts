import type { Built } from '#build/built.ts';
import { Digester, type PageDigests } from '#build/digests.ts';
import { isListed } from '#build/sitemap.ts';
import type { AnySitePage } from '#catalog/sitePage.ts';
import { type SiteRoute, pagesOfRoute, siteRoutes } from '#catalog/sitePages.ts';
import type { ImageContent } from '#domain/pageImage.ts';

type PlannedDigests = PageDigests & {
  /** The path of its picture. */
  image: string | null;
  /** Whether search engines may list it. */
  isListed: boolean;
};

export type PlannedPage = { route: SiteRoute; page: AnySitePage };

/** What a release will hold, and what of it must be made. */
export type Plan = {
  /** Of every page, by path. */
  digests: ReadonlyMap<string, PlannedDigests>;
  /** The pages that differ from those of the release before. */
  changed: readonly PlannedPage[];
  /** The pictures of all pages, by path. */
  images: ReadonlyMap<string, ImageContent>;
};

/**
 * Compares every page with what the release before was made of. Rendering costs a thousand times as much as this, so
 * every page is looked at: nothing has to tell which pages a change concerns.
 */
export function planSite(code: string, before: Built | undefined): Plan {
  const digester = new Digester(code);
  const digests = new Map<string, PlannedDigests>();
  const images = new Map<string, ImageContent>();
  const changed: PlannedPage[] = [];
  for (const route of siteRoutes) {
    for (const page of pagesOfRoute(route)) {
      if (digests.has(page.path))
        throw new Error(`Two pages of the site want the path ${page.path}`);
      const image = page.frame?.image;
      const made = digester.digestsOf(route, page);
      digests.set(page.path, { ...made, image: image?.path ?? null, isListed: isListed(page) });
      if (image) images.set(image.path, image.content);
      if (before?.pages[page.path]?.[1] !== made.whole) changed.push({ route, page });
    }
  }
  return { digests, changed, images };
}
