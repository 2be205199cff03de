import type { Day } from '#domain/dates.ts';
import type { FeedFormat } from '#domain/feedPaths.ts';
import type { Language } from '#domain/languages.ts';

/** The content of a feed file, in whichever format. Paths are of this site. */
export type Feed = {
  language: Language;
  /** The public origin; unknown while developing. */
  origin: string | null;
  title: string;
  description: string;
  /** The page that shows the same to people. */
  page: string;
  /** The day of the newest entry, or of the count that a feed without entries comes from. */
  updated: Day;
  /** Newest first. */
  entries: readonly FeedEntry[];
};

export type FeedEntry = {
  path: string;
  /** Tells apart what is said of the same page at different times; empty where it is said once. */
  occasion: string;
  title: string;
  summary: string;
  author: string | null;
  /** The language of title and summary where it is not that of the feed. */
  lang: string | null;
  categories: readonly string[];
  published: Day;
  updated: Day;
};

/** A file: a feed in one of its formats, and where it lies. */
export type FeedFile = { path: string; format: FeedFormat; feed: Feed };

/** The day of the newest change; `undefined` without entries. */
export function newestChange(entries: readonly FeedEntry[]): Day | undefined {
  return entries
    .map(({ updated }) => updated)
    .toSorted()
    .at(-1);
}
