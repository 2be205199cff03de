import { publishedPosts } from '#catalog/blog/publishedPosts.ts';
import { blogFeed } from '#catalog/feeds/blogFeed.ts';
import type { Feed, FeedFile } from '#catalog/feeds/feed.ts';
import { type GptFeedKind, gptFeed } from '#catalog/feeds/gptFeeds.ts';
import { gptsByCategory } from '#catalog/gptsByCategory.ts';
import { type Snapshot, readSnapshot } from '#catalog/readSnapshot.ts';
import { publishingDay } from '#catalog/today.ts';
import { languages } from '#domain/languages.ts';
import { type FeedFormat, blogFeedPath, feedPath } from '#domain/urls.ts';

/** A file of a feed, and the parts of its address. */
export type NamedFeedFile = FeedFile & { kind: GptFeedKind | 'blog'; category: string | null };

const kinds: readonly GptFeedKind[] = ['new', 'rising'];

/** The feeds of the whole directory and of the blog, in every language and format. */
export function* siteFeedFiles(snapshot: Snapshot = readSnapshot()): Generator<NamedFeedFile> {
  for (const language of languages) {
    for (const kind of kinds) {
      const feed = gptFeed(snapshot, language, kind, null);
      const pathOf = (format: FeedFormat) => feedPath(language, kind, null, format);
      yield* filesOf(feed, kind, null, pathOf);
    }
    const pathOf = (format: FeedFormat) => blogFeedPath(language, format);
    const posts = publishedPosts(publishingDay(snapshot));
    yield* filesOf(blogFeed(language, posts), 'blog', null, pathOf);
  }
}

/** The feeds of every category, in every language and format. */
export function* categoryFeedFiles(snapshot: Snapshot = readSnapshot()): Generator<NamedFeedFile> {
  for (const language of languages) {
    for (const category of gptsByCategory(snapshot).keys()) {
      for (const kind of kinds) {
        const feed = gptFeed(snapshot, language, kind, category);
        const pathOf = (format: FeedFormat) => feedPath(language, kind, category, format);
        yield* filesOf(feed, kind, category, pathOf);
      }
    }
  }
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
