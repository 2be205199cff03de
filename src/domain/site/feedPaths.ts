import type { Language } from '#domain/languages/languages.ts';
import { fileSegment } from '#domain/site/pageFiles.ts';

export const feedFormats = ['rss', 'atom', 'json'] as const;

export type FeedFormat = (typeof feedFormats)[number];

/** The media types of feeds, in links and in answers. */
export const feedTypes: Readonly<Record<FeedFormat, string>> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
};

const fileNames: Readonly<Record<FeedFormat, string>> = {
  rss: 'rss.xml',
  atom: 'atom.xml',
  json: 'feed.json',
};

/** Returns the path of a feed, for example of kind `new`. A `category` of `null` means the whole site. */
export function feedPath(
  language: Language,
  kind: string,
  category: string | null,
  format: FeedFormat,
): string {
  const within = category === null ? '' : `/${fileSegment(category)}`;
  return `/${language}/feeds/${kind}${within}/${fileNames[format]}`;
}
