import type { FeedFile } from '#catalog/feeds/feed.ts';
import type { FeedGroup, NamedFeedFile } from '#catalog/feeds/feedFiles.ts';
import type { PageGroup, SitePage } from '#catalog/site/sitePage.ts';
import { fileSegment } from '#domain/site/pageFiles.ts';

/** Yields the files of a route in groups. */
export function* feedPages(
  groups: Iterable<FeedGroup>,
  isOfRoute: (file: FeedFile) => boolean,
): Generator<PageGroup<SitePage<FeedFile>>> {
  for (const { key, inputs, files } of groups) {
    yield { key, inputs, pages: () => files().filter(isOfRoute).map(feedPage) };
  }
}

export function isJsonFeed({ format }: FeedFile): boolean {
  return format === 'json';
}

export function isXmlFeed(file: FeedFile): boolean {
  return !isJsonFeed(file);
}

function feedPage({ kind, category, ...content }: NamedFeedFile): SitePage<FeedFile> {
  const { path, format, feed } = content;
  const within = category === null ? {} : { category: fileSegment(category) };
  const named = isXmlFeed(content) ? { format } : {};
  const params = { lang: feed.language, kind, ...within, ...named };
  return { params, path, frame: null, content };
}
