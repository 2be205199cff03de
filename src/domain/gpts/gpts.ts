import { hashOf } from '#domain/hash.ts';

/** The GPT that `/g` opens for visitors without recent GPTs. */
export const defaultGptId = 'gpt-4-all';

/** GPTs on a page of any list: of the directory, tags, authors, search results, and of the API by default. */
export const gptsPerPage = 24;

/** GPTs in the list of the first home page, which also has rows. Divisible by 1, 2 and 3, so that rows of cards are full. */
export const gptsOnFirstHome = 12;

/** Least number of GPTs of a tag that has its own pages. Links of other tags lead to the search. */
export const leastTagged = 2;

/**
 * Limits of a GPT's fields: characters of texts, entries of lists. The import rejects longer ones and names the field.
 */
export const gptLimits = {
  id: 200,
  /** Bytes of an encoded id or category: they become file names, which are limited to 255 bytes. */
  encodedBytes: 200,
  name: 200,
  description: 10_000,
  author: 200,
  label: 80,
  labels: 50,
  starter: 100_000,
  starters: 50,
  welcome: 50_000,
  instructions: 500_000,
} as const;

export const visibilities = ['public', 'link', 'private'] as const;

export type Visibility = (typeof visibilities)[number];

/** Returns the slug of a category: lower case, words joined by a hyphen (`Art & Design` → `art-and-design`). */
export function categorySlug(category: string): string {
  return category
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** Returns a readable name for a category without a translation (`art-and-design` → `Art and design`). */
export function categoryWords(slug: string): string {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Invisible characters that do not join others: soft hyphens, zero-width spaces, direction marks. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * Returns the slug of a tag or an author. Labels that differ only in case, width or spaces have the same slug
 * (`  SEO  Tips` → `seo tips`). A slug that cannot be a file name is cut and gets a hash as suffix.
 */
export function labelSlug(label: string): string {
  const slug = label
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/\p{Cc}/gu, ' ')
    .toLowerCase()
    .normalize('NFKC')
    .trim()
    .replace(/\s+/g, ' ')
    .toWellFormed();
  if (!/[^\p{Cf}\s]/u.test(slug)) return '';
  const canNameFile = encodedLength(slug) <= gptLimits.encodedBytes && !/^\.+$/.test(slug);
  return canNameFile ? slug : `${cut(slug)}-${hashOf(slug).toString(36)}`;
}

function cut(slug: string): string {
  let kept = '';
  for (const character of slug) {
    if (encodedLength(kept + character) > gptLimits.encodedBytes - 20) break;
    kept += character;
  }
  return kept.trim();
}

function encodedLength(text: string): number {
  return encodeURIComponent(text).length;
}
