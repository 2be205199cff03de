import {
  type BuildContext,
  type Content,
  makeBuildContext,
  readContent,
} from '#catalog/buildContext.ts';
import { type BuildSettings, buildSettings } from '#catalog/buildSettings.ts';
import { memoiseConstant } from '#catalog/memoise.ts';
import { readSnapshotFile } from '#catalog/readSnapshot.ts';
import { viewOf, type SitePage } from '#catalog/site/sitePage.ts';
import { type SiteRoute, type ViewOf, pagesOfRoute } from '#catalog/site/sitePages.ts';

/**
 * The context of builds that Astro runs itself (`npm run dev`, `astro build`). Astro calls `getStaticPaths` and `GET` of
 * each route without arguments of ours, so only this file reads the environment and keeps a value. A publish passes its own
 * context (`builder/buildSite.ts`); of this file it uses only `astroSettings`.
 */
let current: { context: BuildContext; content: Content } | undefined;

/** Returns the settings of the process, which are read once. Pages without a view need nothing else. */
export const astroSettings: () => BuildSettings = memoiseConstant(() => buildSettings(process.env));

/** Returns the context of the process. In development, changed posts or collections lead to a new context. */
export function astroContext(): BuildContext {
  const settings = astroSettings();
  const content = readContent(settings, current?.content);
  if (current?.content !== content) {
    const snapshot = current?.context.snapshot ?? readSnapshotFile(settings.snapshotFile);
    current = { context: makeBuildContext({ settings, snapshot, content }), content };
  }
  return current.context;
}

/** Returns the static paths of a route for Astro's `getStaticPaths`. The only prop of a page is its view. */
export function staticPaths<Route extends SiteRoute>(
  route: Route,
): { params: Record<string, string>; props: { view: ViewOf<Route> } }[] {
  return [...pagesOfRoute(astroContext(), route)].map((page) => ({
    params: { ...page.params },
    props: { view: viewOf(page as SitePage) as ViewOf<Route> },
  }));
}
