import { publishedPosts } from '#catalog/blog/publishedPosts.ts';
import { blogFeed } from '#catalog/feeds/blogFeed.ts';
import type { Feed, FeedFile } from '#catalog/feeds/feed.ts';
import { type GptFeedKind, gptFeed, gptFeedInputs } from '#catalog/feeds/gptFeeds.ts';
import { gptsByCategory } from '#catalog/gptsByCategory.ts';
import { type Snapshot, readSnapshot } from '#catalog/readSnapshot.ts';
import { publishingDay } from '#catalog/today.ts';
import { languages } from '#domain/languages.ts';
import { type FeedFormat, blogFeedPath, feedPath } from '#domain/urls.ts';

/** A file of a feed, and the parts of its address. */
export type NamedFeedFile = FeedFile & { kind: GptFeedKind | 'blog'; category: string | null };

const kinds: readonly GptFeedKind[] = ['new', 'rising'];

/** The files of a feed in every language and format, and all that they are made of besides code and messages. */
export type FeedGroup = {
  key: string;
  inputs: (() => string) | null;
  files: () => NamedFeedFile[];
};

/** The feeds of the whole directory and of the blog. */
export function* siteFeedGroups(snapshot: Snapshot = readSnapshot()): Generator<FeedGroup> {
  for (const kind of kinds) yield gptFeedGroup(snapshot, kind, null);
  yield {
    key: 'blog',
    // Its entries say no more than the front matter of posts.
    inputs: null,
    files: () =>
      languages.flatMap((language) => {
        const feed = blogFeed(language, publishedPosts(publishingDay(snapshot)));
        return filesOf(feed, 'blog', null, (format) => blogFeedPath(language, format));
      }),
  };
}

/** The feeds of every category. */
export function* categoryFeedGroups(snapshot: Snapshot = readSnapshot()): Generator<FeedGroup> {
  for (const category of gptsByCategory(snapshot).keys()) {
    for (const kind of kinds) yield gptFeedGroup(snapshot, kind, category);
  }
}

function gptFeedGroup(snapshot: Snapshot, kind: GptFeedKind, category: string | null): FeedGroup {
  return {
    key: category === null ? kind : `${kind}/${category}`,
    inputs: () => gptFeedInputs(snapshot, kind, category),
    files: () =>
      languages.flatMap((language) => {
        const feed = gptFeed(snapshot, language, kind, category);
        const pathOf = (format: FeedFormat) => feedPath(language, kind, category, format);
        return filesOf(feed, kind, category, pathOf);
      }),
  };
}

function filesOf(
  feed: Feed | undefined,
  kind: NamedFeedFile['kind'],
  category: string | null,
  pathOf: (format: FeedFormat) => string,
): NamedFeedFile[] {
  if (feed === undefined) return [];
  const formats: readonly FeedFormat[] = ['rss', 'atom'];
  return formats.map((format) => ({ kind, category, path: pathOf(format), format, feed }));
}
