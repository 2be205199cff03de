import { splitLanguage } from '#domain/site/urls.ts';

/** The labels of each category of counted events. Only sources of visits may have other labels. */
export const analyticsLabels = {
  /** A page view, counted when the visitor leaves the page; by the kind of page. */
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
    'help',
    'contact',
    'terms',
    'refunds',
    'privacy',
    'login',
    'chat',
    'missing',
    'other',
  ],
  /** A link of the top bar or the drawer, by its target. Links to chats have the group of their model. */
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
    'help',
    'share',
    'terms',
    'refunds',
    'privacy',
    'contact',
    'external',
  ],
  login: ['open', 'code', 'signed_in', 'google', 'failed', 'signed_out'],
  pricing: ['choose', 'redeem', 'redeemed', 'redeem_failed'],
  chat: ['question', 'regenerate', 'stop', 'share', 'continue', 'import'],
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
    'help',
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

/** The category of the query parameter that names the source of a visit. Its labels are not fixed. */
export const sourceCategory = 'utm_source';

export const sourceMaxCharacters = 40;

/** Number of sources per day that have a label of their own. Further sources count as one. */
export const sourcesPerDay = 100;

/** The largest count of the same event in one page view. */
export const eventMaxCount = 100;

/** Days for which counts are kept: a year, and a month to compare with the year before. */
export const analyticsKeptDays = 400;

/** Replaces a label that is not in the list. */
const otherLabel = 'other';

/** Labels of pages whose first path segment is not the label. */
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
 * Returns the label of a source of visits, or `other` if the text is not a plain name. A text with “@” or a long number
 * could identify a person, so it is not a plain name.
 */
export function sourceLabel(text: string): string {
  const name = text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, '-');
  const isPlain = /^[a-z0-9][a-z0-9._-]*$/.test(name) && !/\d{6}/.test(name);
  return isPlain && name.length <= sourceMaxCharacters ? name : otherLabel;
}
