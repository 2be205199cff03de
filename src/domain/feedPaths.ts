import type { Language } from '#domain/languages.ts';
import { fileSegment } from '#domain/pageFiles.ts';

export type FeedFormat = 'rss' | 'atom';

/** The file of a feed, such as `new`, of a category or (`null`) of the whole site. */
export function feedPath(
  language: Language,
  kind: string,
  category: string | null,
  format: FeedFormat,
): string {
  const within = category === null ? '' : `/${fileSegment(category)}`;
  return `/${language}/feeds/${kind}${within}/${format}.xml`;
}
