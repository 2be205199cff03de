import { hash } from 'node:crypto';
import { newestOf } from '#catalog/site/modified.ts';
import type { AnySitePage } from '#catalog/site/sitePage.ts';
import { hashOf } from '#domain/hash.ts';
import {
  type Language,
  defaultLanguage,
  languageTags,
  languages,
} from '#domain/languages/languages.ts';
import { inLanguage, splitLanguage } from '#domain/site/urls.ts';
import { isOrderedPath, savedPath, searchPath } from '#domain/gpts/gptPaths.ts';
import { sitemapPartPath, sitemapPath } from '#domain/site/sitePaths.ts';
import { escapeXml } from '#domain/texts/xml.ts';
import { ordersPath, payShellPath } from '#domain/orders/orderPaths.ts';
import { absoluteUrl } from '#i18n/absoluteUrl.ts';

/** A page that search engines may list, and the last change of its content (ISO time or day; empty if unknown). */
export type ListedPage = { path: string; modified: string };

/** A file of the sitemap. `key` changes with the pages and dates in it. The content is created on demand. */
export type SitemapFile = { path: string; key: string; content: () => string };

/** Pages of the site layout whose component has `indexed={false}`: change both together. */
const unlisted = new Set([
  '/404',
  '/410',
  splitLanguage(ordersPath(defaultLanguage)).rest,
  splitLanguage(payShellPath(defaultLanguage)).rest,
  splitLanguage(savedPath(defaultLanguage)).rest,
  splitLanguage(searchPath(defaultLanguage)).rest,
]);

/** Whether a page belongs in the sitemap. Files, lists in other orders, and pages without a translation do not. */
export function isListed({ path, frame }: Pick<AnySitePage, 'path' | 'frame'>): boolean {
  if (frame === null || frame.operator.isDemo || isOrderedPath(path)) return false;
  if (frame.isUnlisted || unlisted.has(splitLanguage(path).rest)) return false;
  return frame.translations?.includes(frame.language) ?? true;
}

/** Limits of a part. Search engines accept 50,000 addresses and 50 MB, but smaller parts are faster to update. */
export const sitemapLimits = { addresses: 2_000, bytes: 5_000_000 } as const;

/**
 * Yields the parts of the sitemap and then its index (protocol of sitemaps.org, with Google’s alternates). A page stays
 * in its part when others are added or removed: the part is chosen by a hash of the path without the language, and the
 * number of parts of a section doubles when one is full.
 */
export function* sitemapFiles(pages: Iterable<ListedPage>, origin: string): Generator<SitemapFile> {
  const parts: { path: string; modified: string }[] = [];
  for (const [section, groups] of sectionsOf(pages)) {
    for (const [number, members] of bucketsOf(groups, origin)) {
      const path = sitemapPartPath(section, number);
      yield { path, key: keyOf(members, origin), content: () => partText(members, origin) };
      parts.push({ path, modified: newestOf(members.flatMap(modifiedOf)) });
    }
  }
  const index = indexText(parts, origin);
  yield { path: sitemapPath, key: hash('sha256', index), content: () => index };
}

function keyOf(members: readonly Group[], origin: string): string {
  const entries = members.map(({ key, modified }) => `${key} ${[...modified].join(' ')}`);
  return hash('sha256', `${origin}\n${entries.join('\n')}`);
}

/** A page in all its languages: its path without the language, and the last change by language. */
type Group = { key: string; modified: ReadonlyMap<Language, string> };

/** Sections with parts of their own. All other pages are in the parts of `pages`. */
const sections = ['gpts', 'categories', 'tags', 'authors', 'ranking', 'blog'];

function sectionsOf(pages: Iterable<ListedPage>): Map<string, Group[]> {
  const groups = new Map<string, Map<Language, string>>();
  for (const { path, modified } of pages) {
    const { language, rest } = splitLanguage(path);
    if (language === undefined) throw new Error(`The page ${path} has no language`);
    const group = groups.get(rest) ?? new Map<Language, string>();
    groups.set(rest, group.set(language, modified));
  }
  const sorted = [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const found = new Map<string, Group[]>();
  for (const [key, modified] of sorted) {
    const [, first = ''] = key.split('/');
    const section = sections.includes(first) ? first : 'pages';
    const members = found.get(section) ?? [];
    members.push({ key, modified });
    found.set(section, members);
  }
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns groups by the number of their part, from 1. Empty parts are left out. */
function bucketsOf(groups: readonly Group[], origin: string): Map<number, Group[]> {
  const sizes = groups.map((group) => ({ hash: hashOf(group.key), ...sizeOf(group, origin) }));
  let count = 1;
  // Stops at one page per part, because a single page is never too large.
  while (isAnyFull(sizes, count) && count < groups.length) count *= 2;
  const buckets = Map.groupBy(groups, (_, index) => ((sizes[index]?.hash ?? 0) % count) + 1);
  return new Map([...buckets].toSorted(([one], [other]) => one - other));
}

type Size = { hash: number; addresses: number; bytes: number };

function isAnyFull(sizes: readonly Size[], count: number): boolean {
  const sums = Array.from({ length: count }, () => ({ addresses: 0, bytes: 0 }));
  return sizes.some(({ hash, addresses, bytes }) => {
    const sum = sums[hash % count];
    if (sum === undefined) return false;
    sum.addresses += addresses;
    sum.bytes += bytes;
    return sum.addresses > sitemapLimits.addresses || sum.bytes > sitemapLimits.bytes;
  });
}

function sizeOf({ key, modified }: Group, origin: string): Omit<Size, 'hash'> {
  const { size } = modified;
  return { addresses: size, bytes: size * (size + 2) * (origin.length + key.length + markupBytes) };
}

/** The maximal number of bytes around an address: tags, language, and escapes. */
const markupBytes = 90;

function partText(members: readonly Group[], origin: string): string {
  const lines = members.map((group) => groupText(group, origin));
  return (
    `${xmlHead}<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n` +
    `${lines.join('')}</urlset>\n`
  );
}

/** Returns the entries of a page, one for each language. Each entry lists all languages, including its own. */
function groupText({ key, modified }: Group, origin: string): string {
  const present = languages.filter((language) => modified.has(language));
  const known = present.map((language) => ({
    language,
    address: escapeXml(absoluteUrl(inLanguage(`/${defaultLanguage}${key}`, language), origin)),
  }));
  const links = known.map(({ language, address }) => linkText(languageTags[language], address));
  const byDefault = known.find(({ language }) => language === defaultLanguage);
  if (byDefault) links.push(linkText('x-default', byDefault.address));
  const alternates = known.length < 2 ? '' : links.join('');
  return known
    .map(({ language, address }) => {
      const lastmod = lastmodOf(modified.get(language) ?? '');
      return `<url><loc>${address}</loc>${lastmod}${alternates}</url>\n`;
    })
    .join('');
}

function lastmodOf(modified: string): string {
  return modified === '' ? '' : `<lastmod>${modified}</lastmod>`;
}

function linkText(hreflang: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${address}"/>`;
}

function indexText(parts: readonly ListedPage[], origin: string): string {
  const lines = parts.map(
    ({ path, modified }) =>
      `<sitemap><loc>${escapeXml(absoluteUrl(path, origin))}</loc>${lastmodOf(modified)}</sitemap>\n`,
  );
  return `${xmlHead}<sitemapindex xmlns="${namespace}">\n${lines.join('')}</sitemapindex>\n`;
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function modifiedOf({ modified }: Group): string[] {
  return [...modified.values()];
}
