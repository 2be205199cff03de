import { type GptFeedKind, feedTitle, hasFeed } from '#catalog/feeds/gptFeeds.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import { type FeedRanking, rankingFeedTitle } from '#catalog/feeds/rankingFeeds.ts';
import { type FeedFormat, feedPath } from '#domain/site/feedPaths.ts';
import type { Language } from '#domain/languages/languages.ts';
import { translator } from '#i18n/translate.ts';

/**
 * A link to a feed in a format. Pages link to Atom, which has more information than RSS, and to JSON, which programs read
 * more easily.
 */
export type FeedLink = { title: string; path: string; format: FeedFormat };

const linkedFormats: readonly FeedFormat[] = ['atom', 'json'];

const kinds: readonly GptFeedKind[] = ['new', 'rising'];

/** Returns links to the feeds of a category or (`null`) of the whole directory. */
export function gptFeedLinks(
  snapshot: Snapshot,
  language: Language,
  category: string | null,
): FeedLink[] {
  return kinds
    .filter((kind) => hasFeed(snapshot, kind, category))
    .flatMap((kind) => linksTo(language, kind, category, feedTitle(language, kind, category)));
}

/** Returns links to the feed of a ranking. */
export function rankingFeedLinks(language: Language, ranking: FeedRanking): FeedLink[] {
  const { range, category } = ranking;
  return linksTo(language, range, category, rankingFeedTitle(language, ranking));
}

/** Returns links to the feed of the blog. */
export function blogFeedLinks(language: Language): FeedLink[] {
  return linksTo(language, 'blog', null, translator(language, 'blog')('title'));
}

function linksTo(
  language: Language,
  kind: string,
  category: string | null,
  title: string,
): FeedLink[] {
  return linkedFormats.map((format) => {
    return { title, path: feedPath(language, kind, category, format), format };
  });
}
