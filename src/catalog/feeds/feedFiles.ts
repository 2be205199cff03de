import type { BuildContext } from '#catalog/buildContext.ts';
import { blogFeed } from '#catalog/feeds/blogFeed.ts';
import type { Feed, FeedFile } from '#catalog/feeds/feed.ts';
import { type GptFeedKind, gptFeed, gptFeedInputs } from '#catalog/feeds/gptFeeds.ts';
import { gptsByCategory } from '#catalog/labels/gptsByCategory.ts';
import { type FeedRanking, rankingFeed, rankingFeedInputs } from '#catalog/feeds/rankingFeeds.ts';
import { feedFormats, feedPath } from '#domain/site/feedPaths.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { type RankingRange, rankingRanges } from '#domain/ranking/ranking.ts';

/** A file of a feed, with the parts of its path. */
export type NamedFeedFile = FeedFile & {
  kind: GptFeedKind | RankingRange | 'blog';
  category: string | null;
};

const kinds: readonly GptFeedKind[] = ['new', 'rising'];

/** The files of a feed in every language and format. `inputs` returns all their inputs except code and messages. */
export type FeedGroup = {
  key: string;
  inputs: (() => string) | null;
  files: () => NamedFeedFile[];
};

/** Yields the feeds of the whole directory, of the ranges of rankings and of the blog. */
export function* siteFeedGroups(context: BuildContext): Generator<FeedGroup> {
  for (const kind of kinds) yield gptFeedGroup(context, kind, null);
  for (const range of rankingRanges) yield rankingFeedGroup(context, { range, category: null });
  // Its entries contain only the front matter of posts.
  yield smallFeedGroup('blog', (language) => blogFeed(context, language));
}

/** Yields the feeds of every category, and of its ranking. */
export function* categoryFeedGroups(context: BuildContext): Generator<FeedGroup> {
  for (const category of gptsByCategory(context.snapshot).keys()) {
    for (const kind of kinds) yield gptFeedGroup(context, kind, category);
    yield rankingFeedGroup(context, { range: 'categories', category });
  }
}

/** Returns the group of a small feed. It needs no inputs, because comparing its few entries is fast. */
function smallFeedGroup(
  kind: NamedFeedFile['kind'],
  feedOf: (language: Language) => Feed | undefined,
): FeedGroup {
  return {
    key: kind,
    inputs: null,
    files: () => languages.flatMap((language) => filesOf(feedOf(language), kind, null)),
  };
}

function gptFeedGroup(
  context: BuildContext,
  kind: GptFeedKind,
  category: string | null,
): FeedGroup {
  return {
    key: category === null ? kind : `${kind}/${category}`,
    inputs: () => gptFeedInputs(context.snapshot, kind, category),
    files: () =>
      languages.flatMap((language) =>
        filesOf(gptFeed(context, language, kind, category), kind, category),
      ),
  };
}

function rankingFeedGroup(context: BuildContext, ranking: FeedRanking): FeedGroup {
  const { range, category } = ranking;
  return {
    key: category === null ? range : `${range}/${category}`,
    inputs: () => rankingFeedInputs(context.snapshot, ranking),
    files: () =>
      languages.flatMap((language) =>
        filesOf(rankingFeed(context, language, ranking), range, category),
      ),
  };
}

function filesOf(
  feed: Feed | undefined,
  kind: NamedFeedFile['kind'],
  category: string | null,
): NamedFeedFile[] {
  if (feed === undefined) return [];
  return feedFormats.map((format) => {
    const path = feedPath(feed.language, kind, category, format);
    return { kind, category, path, format, feed };
  });
}
