import { type GptFeedKind, feedTitle, hasFeed } from '#catalog/feeds/gptFeeds.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import { feedPath } from '#domain/feedPaths.ts';
import type { Language } from '#domain/languages.ts';
import { translator } from '#i18n/translate.ts';

/** A link to a feed. Pages link to Atom, which has more information than RSS. */
export type FeedLink = { title: string; path: string };

const kinds: readonly GptFeedKind[] = ['new', 'rising'];

/** Returns links to the feeds of a category or (`null`) of the whole directory. */
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

/** Returns the link to the feed of the blog. */
export function blogFeedLink(language: Language): FeedLink {
  return {
    title: translator(language, 'blog')('title'),
    path: feedPath(language, 'blog', null, 'atom'),
  };
}
