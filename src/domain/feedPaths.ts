import type { Language } from '#domain/languages.ts';
import { fileSegment } from '#domain/pageFiles.ts';

export type FeedFormat = 'rss' | 'atom';

/** Returns the path of a feed, for example of kind `new`. A `category` of `null` means the whole site. */
export function feedPath(
  language: Language,
  kind: string,
  category: string | null,
  format: FeedFormat,
): string {
  const within = category === null ? '' : `/${fileSegment(category)}`;
  return `/${language}/feeds/${kind}${within}/${format}.xml`;
}
