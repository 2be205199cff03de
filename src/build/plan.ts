import type { Built } from '#build/built.ts';
import { Digester, contextLanguageOf, contextsOf } from '#build/digests.ts';
import { isListed } from '#build/sitemap.ts';
import type { AnySitePage } from '#catalog/sitePage.ts';
import { type SiteRoute, pagesOfRoute, siteRoutes } from '#catalog/sitePages.ts';
import type { Language } from '#domain/languages.ts';
import type { ImageContent } from '#domain/pageImage.ts';

export type PlannedDigest = {
  /** Of its view. */
  content: string;
  /** Whether search engines may list it. */
  isListed: boolean;
};

export type PlannedPage = { route: SiteRoute; page: AnySitePage };

/** What a release will hold, and what of it must be made. */
export type Plan = {
  /** Digests of what else the pages of each language are made of. */
  contexts: Readonly<Record<Language, string>>;
  /** Of every page, by path. */
  digests: ReadonlyMap<string, PlannedDigest>;
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
  const digester = new Digester();
  const contexts = contextsOf(code);
  const digests = new Map<string, PlannedDigest>();
  const images = new Map<string, ImageContent>();
  const changed: PlannedPage[] = [];
  for (const route of siteRoutes) {
    for (const page of pagesOfRoute(route)) {
      if (digests.has(page.path))
        throw new Error(`Two pages of the site want the path ${page.path}`);
      const image = page.frame?.image;
      const content = digester.digestOf(route, page);
      digests.set(page.path, { content, isListed: isListed(page) });
      if (image) images.set(image.path, image.content);
      const language = contextLanguageOf(page);
      const isSame =
        before?.contexts[language] === contexts[language] &&
        before.pages[page.path]?.[0] === content;
      if (!isSame) changed.push({ route, page });
    }
  }
  return { contexts, digests, changed, images };
}
