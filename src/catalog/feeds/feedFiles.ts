import type { BuildContext } from '#catalog/buildContext.ts';
import { blogFeed } from '#catalog/feeds/blogFeed.ts';
import type { Feed, FeedFile } from '#catalog/feeds/feed.ts';
import { type GptFeedKind, gptFeed, gptFeedInputs } from '#catalog/feeds/gptFeeds.ts';
import { gptsByCategory } from '#catalog/gptsByCategory.ts';
import { languages } from '#domain/languages.ts';
import { type FeedFormat, blogFeedPath, feedPath } from '#domain/urls.ts';

/** A file of a feed, and the parts of its address. */
export type NamedFeedFile = FeedFile & { kind: GptFeedKind | 'blog'; category: string | null };

const kinds: readonly GptFeedKind[] = ['new', 'rising'];

/** The files of a feed in every language and format. `inputs` returns all that they are made of besides code and messages. */
export type FeedGroup = {
  key: string;
  inputs: (() => string) | null;
  files: () => NamedFeedFile[];
};

/** Yields the feeds of the whole directory and of the blog. */
export function* siteFeedGroups(context: BuildContext): Generator<FeedGroup> {
  for (const kind of kinds) yield gptFeedGroup(context, kind, null);
  yield {
    key: 'blog',
    // Its entries have nothing but the front matter of posts, which is quickly compared.
    inputs: null,
    files: () =>
      languages.flatMap((language) => {
        const feed = blogFeed(context, language);
        return filesOf(feed, 'blog', null, (format) => blogFeedPath(language, format));
      }),
  };
}

/** Yields the feeds of every category. */
export function* categoryFeedGroups(context: BuildContext): Generator<FeedGroup> {
  for (const category of gptsByCategory(context.snapshot).keys()) {
    for (const kind of kinds) yield gptFeedGroup(context, kind, category);
  }
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
      languages.flatMap((language) => {
        const feed = gptFeed(context, language, kind, category);
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
