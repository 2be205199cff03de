import { atomText } from '#catalog/feeds/atom.ts';
import type { FeedFile } from '#catalog/feeds/feed.ts';
import { jsonFeedText } from '#catalog/feeds/jsonFeed.ts';
import { rssText } from '#catalog/feeds/rss.ts';

/** Returns the text of a feed in the format of the file. */
export async function feedText(file: FeedFile): Promise<string> {
  switch (file.format) {
    case 'atom':
      return atomText(file);
    case 'rss':
      return rssText(file);
    case 'json':
      return jsonFeedText(file);
  }
}
