/** The scope of a search: the web, or this site's own GPTs, posts and help pages. Rows store them: none is ever removed. */
export const searchScopes = ['web', 'own'] as const;

export type SearchScope = (typeof searchScopes)[number];

/** The steps of a search in their order. */
export const searchSteps = ['searching', 'reading', 'writing'] as const;

export type SearchStep = (typeof searchSteps)[number];

/**
 * The kind of a source. `page` is a page of the web; the others are pages of this site. Rows store them: none is ever
 * removed.
 */
export const sourceKinds = ['page', 'gpt', 'post', 'help'] as const;

export type SourceKind = (typeof sourceKinds)[number];

/** Age classes of a source: only a recent one is trusted about the present. */
export const sourceAges = ['recent', 'old', 'undated'] as const;

export type SourceAge = (typeof sourceAges)[number];

/** Days after which a source is old. */
export const oldAfterDays = 730;

/** Limits of one search. */
export const searchLimits = {
  queries: 2,
  queryCharacters: 300,
  /** Pages that one search opens. */
  pages: 8,
  /** Numbered sources of an answer. */
  sources: 6,
  quotesPerSource: 3,
  quoteCharacters: 900,
  /** Estimated tokens of all passages together. */
  passageTokens: 6_000,
  /** Characters of a page's text that are kept. */
  textCharacters: 120_000,
  followUps: 3,
  followUpCharacters: 160,
} as const;

/**
 * Marks a sentence of an answer whose numbers or dates are not in its sources. Pages replace the mark by a note in the
 * visitor's language.
 */
export const unsupportedMark = '[?]';

/** Returns the age class of a source on a day. `day` and `date` are `YYYY-MM-DD`. */
export function ageOf(date: string | null, day: string, afterDays = oldAfterDays): SourceAge {
  if (date === null) return 'undated';
  const days = (Date.parse(day) - Date.parse(date)) / 86_400_000;
  return days > afterDays ? 'old' : 'recent';
}

/** Free answers of a model to questions to this site, for each account and day (UTC). More are lists without a model. */
export const siteAnswersPerDay = 10;
