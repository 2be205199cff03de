import { type GptFeedKind, feedTitle, hasFeed } from '#catalog/feeds/gptFeeds.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import { feedPath } from '#domain/feedPaths.ts';
import type { Language } from '#domain/languages.ts';
import { translator } from '#i18n/translate.ts';

/** A feed that a page leads readers of feeds to: of its two formats the one that says more, Atom. */
export type FeedLink = { title: string; path: string };

const kinds: readonly GptFeedKind[] = ['new', 'rising'];

/** The feeds of a category or (`null`) the whole directory. */
export function gptFeedLinks(
  snapshot: Snapshot,
  language: Language,
  category: string | null,
): FeedLink[] {
  return kinds
    .filter((kind) => hasFeed(snapshot, kind, category))
    .map((kind) => ({
      title: feedTitle(language, kind, category),
      path: feedPath(language, kind, category, 'atom'),
    }));
}

/** The feed of the blog. */
export function blogFeedLink(language: Language): FeedLink {
  return {
    title: translator(language, 'blog')('title'),
    path: feedPath(language, 'blog', null, 'atom'),
  };
}
