import { splitLanguage } from '#domain/urls.ts';

/** The events that are counted: the labels of each category. Only sources of visits may have other labels. */
export const analyticsLabels = {
  /** A page that was left, by its kind. */
  page: [
    'home',
    'gpts',
    'categories',
    'collections',
    'tags',
    'authors',
    'ranking',
    'search',
    'saved',
    'pricing',
    'pay',
    'orders',
    'redeem',
    'share',
    'blog',
    'contact',
    'terms',
    'refunds',
    'privacy',
    'login',
    'chat',
    'missing',
    'other',
  ],
  /** A link of the top bar or the drawer, by where it leads; those to chats by the group of their model. */
  navigation: [
    'home',
    'search',
    'claude',
    'openai',
    'llama',
    'art',
    'ranking',
    'pricing',
    'saved',
    'account',
    'language',
    'collections',
    'blog',
    'share',
    'terms',
    'refunds',
    'privacy',
    'contact',
    'external',
  ],
  login: ['open', 'code', 'signed_in', 'google', 'failed', 'signed_out'],
  pricing: ['choose', 'redeem', 'redeemed', 'redeem_failed'],
  chat: ['question', 'regenerate', 'stop', 'share', 'import'],
  footer: [
    'home',
    'collections',
    'categories',
    'tags',
    'search',
    'pricing',
    'redeem',
    'share',
    'ranking',
    'blog',
    'contact',
    'terms',
    'refunds',
    'privacy',
    'language',
    'external',
  ],
} as const;

export type AnalyticsCategory = keyof typeof analyticsLabels;

export type AnalyticsLabel<Category extends AnalyticsCategory> =
  (typeof analyticsLabels)[Category][number];

/** The category of the query parameter by which links say where they stand. Its labels are not fixed. */
export const sourceCategory = 'utm_source';

export const sourceMaxCharacters = 40;

/** Sources with a label of their own in a day; those that come later count together. */
export const sourcesPerDay = 100;

/** How often one visit to a page counts the same event at most. */
export const eventMaxCount = 100;

/** Counts are kept so long: a year, and a month to compare it with the year before. */
export const analyticsKeptDays = 400;

/** Replaces a label that is not in the list. */
const otherLabel = 'other';

const renamedAreas: Readonly<Record<string, string>> = {
  '': 'home',
  page: 'home',
  by: 'home',
  '404': 'missing',
  '410': 'missing',
};

/** Returns the label of the page at a path. */
export function pageLabel(path: string): AnalyticsLabel<'page'> {
  const [, area = ''] = splitLanguage(path).rest.split('/');
  const name = renamedAreas[area] ?? area;
  return analyticsLabels.page.find((label) => label === name) ?? otherLabel;
}

/**
 * Returns the label of a source of visits, or `other` for what is no plain name. An address with “@” or a long number
 * could name a person, so these are no plain names.
 */
export function sourceLabel(text: string): string {
  const name = text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, '-');
  const isPlain = /^[a-z0-9][a-z0-9._-]*$/.test(name) && !/\d{6}/.test(name);
  return isPlain && name.length <= sourceMaxCharacters ? name : otherLabel;
}
