import type { Day } from '#domain/dates.ts';
import type { FeedFormat } from '#domain/site/feedPaths.ts';
import type { Language } from '#domain/languages/languages.ts';

/** The content of a feed, independent of its format. Paths are of this site. */
export type Feed = {
  language: Language;
  /** The public origin; `null` in development. */
  origin: string | null;
  title: string;
  description: string;
  /** The path of the page with the same content. */
  page: string;
  /** The day of the newest entry, or of the ranking behind a feed without entries. */
  updated: Day;
  /** Newest first. */
  entries: readonly FeedEntry[];
};

export type FeedEntry = {
  path: string;
  /** Distinguishes several entries about the same page; empty if there is only one. */
  occasion: string;
  title: string;
  summary: string;
  author: string | null;
  /** The language of title and summary; `null` if it is that of the feed. */
  lang: string | null;
  categories: readonly string[];
  published: Day;
  updated: Day;
};

/** A file: a feed in one format, with its path. */
export type FeedFile = { path: string; format: FeedFormat; feed: Feed };

/** Returns the day of the newest change; `undefined` without entries. */
export function newestChange(entries: readonly FeedEntry[]): Day | undefined {
  return entries
    .map(({ updated }) => updated)
    .toSorted()
    .at(-1);
}
