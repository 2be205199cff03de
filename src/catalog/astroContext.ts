import {
  type BuildContext,
  type Content,
  makeBuildContext,
  readContent,
} from '#catalog/buildContext.ts';
import { type BuildSettings, buildSettings } from '#catalog/buildSettings.ts';
import { memoiseConstant } from '#catalog/memoise.ts';
import { readSnapshotFile } from '#catalog/readSnapshot.ts';
import { viewOf, type SitePage } from '#catalog/sitePage.ts';
import { type SiteRoute, type ViewOf, pagesOfRoute } from '#catalog/sitePages.ts';

/**
 * The context of builds that Astro runs itself (`npm run dev`, `astro build`). Astro calls `getStaticPaths` and `GET` of
 * each route without a value of ours, so that this file alone reads the environment of the process and keeps a value.
 * A publish passes its own context on (`builder/runJob.ts`) and never asks for this one.
 */
let current: { context: BuildContext; content: Content } | undefined;

/** The settings of the process: read once, and all that pages without a view need. */
export const astroSettings: () => BuildSettings = memoiseConstant(() => buildSettings(process.env));

/** The context of the process. It is another one after a post or a collection has changed, as while developing. */
export function astroContext(): BuildContext {
  const settings = astroSettings();
  const content = readContent(settings, current?.content);
  if (current?.content !== content) {
    const snapshot = current?.context.snapshot ?? readSnapshotFile(settings.snapshotFile);
    current = { context: makeBuildContext({ settings, snapshot, content }), content };
  }
  return current.context;
}

/** Returns the static paths of a route for Astro's `getStaticPaths`: each page gets its view, and nothing else. */
export function staticPaths<Route extends SiteRoute>(
  route: Route,
): { params: Record<string, string>; props: { view: ViewOf<Route> } }[] {
  return [...pagesOfRoute(astroContext(), route)].map((page) => ({
    params: { ...page.params },
    props: { view: viewOf(page as SitePage) as ViewOf<Route> },
  }));
}
