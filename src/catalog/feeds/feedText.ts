import { atomText } from '#catalog/feeds/atom.ts';
import type { FeedFile } from '#catalog/feeds/feed.ts';
import { rssText } from '#catalog/feeds/rss.ts';

/** Returns the XML of a feed in the format of the file. */
export async function feedText(file: FeedFile): Promise<string> {
  return file.format === 'atom' ? atomText(file) : rssText(file);
}
