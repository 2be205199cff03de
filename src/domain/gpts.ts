import { hashOf } from '#domain/hash.ts';

/** The GPT that `/g` opens for someone without recent ones. */
export const defaultGptId = 'gpt-4-all';

export const gptsPerPage = 24;

/** GPTs that a tag needs for pages of its own. The search finds the GPT of any other tag. */
export const leastTagged = 2;

/** Largest sizes of what a GPT may bring along; longer texts are refused by the import, naming the field. */
export const gptLimits = {
  id: 200,
  /** Ids and categories become names of files, of which file systems take 255 bytes; one character encodes to up to 12. */
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

/** The one spelling of a category: lower case, words joined by a hyphen (`Art & Design` → `art-and-design`). */
export function categorySlug(category: string): string {
  return category
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** A category that nobody translated, made readable (`art-and-design` → `Art and design`). */
export function categoryWords(slug: string): string {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Characters without a shape that join nothing: soft hyphens, zero-width spaces, marks of direction. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * The one spelling of a tag or an author in addresses, in which labels that differ in case or width only are the same
 * (`  SEO  Tips` → `seo tips`). A label that cannot name a file is cut and gets a number of its own.
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
