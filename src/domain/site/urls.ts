import { googlePath } from '#domain/login/googleSignIn.ts';
import { type Glyph, glyphsDigest } from '#domain/gpts/glyphs.ts';
import { labelSlug } from '#domain/gpts/gpts.ts';
import { type Language, isLanguage } from '#domain/languages/languages.ts';
import { type ListOrder, listOrders } from '#domain/gpts/listOrder.ts';
import type { ModelGroup } from '#domain/models/models.ts';
import { fileSegment } from '#domain/site/pageFiles.ts';
import type { RankingRange } from '#domain/ranking/ranking.ts';
import type { Requested } from '#domain/gpts/search.ts';

/**
 * Functions that build all paths of the product. No other code builds URLs from strings. Every path is absolute and has no
 * trailing slash.
 */

export function homePath(language: Language, page = 1, order?: ListOrder): string {
  return listed(`/${language}`, page, order);
}

/** The GPTs of a category. Page 1 has no number in the path, and the order by popularity has no name. */
export function categoryPath(
  language: Language,
  category: string,
  page = 1,
  order?: ListOrder,
): string {
  return listed(`${categoriesPath(language)}/${segment(category)}`, page, order);
}

/** All categories. */
export function categoriesPath(language: Language): string {
  return `/${language}/categories`;
}

/** A list of GPTs that editors or the operator recommend. */
export function collectionPath(language: Language, collection: string): string {
  return `${collectionsPath(language)}/${segment(collection)}`;
}

/** All collections. */
export function collectionsPath(language: Language): string {
  return `/${language}/collections`;
}

/** The GPTs with a tag, which may be given in any spelling. */
export function tagPath(language: Language, tag: string, page = 1, order?: ListOrder): string {
  return listed(`${tagsPath(language)}/${segment(labelSlug(tag))}`, page, order);
}

/** The link of a tag: to its pages, or to the search if it has none. */
export function taggedPath(language: Language, tag: string, hasPages: boolean): string {
  return hasPages ? tagPath(language, tag) : searchPath(language, { tag: labelSlug(tag) });
}

/** All tags, the most used first. */
export function tagsPath(language: Language, page = 1): string {
  return paged(`/${language}/tags`, page);
}

/** The GPTs of an author, whose name may be given in any spelling. */
export function authorPath(
  language: Language,
  author: string,
  page = 1,
  order?: ListOrder,
): string {
  return listed(`/${language}/authors/${segment(labelSlug(author))}`, page, order);
}

const orderedPath = new RegExp(`/by/(?:${listOrders.join('|')})(?:/page/\\d+)?$`);

/** Whether a path leads to a list in another order than the default one. */
export function isOrderedPath(path: string): boolean {
  return orderedPath.test(path);
}

/** The results of a search in the directory. Empty filters are omitted. */
export function searchPath(language: Language, requested: Partial<Requested> = {}): string {
  const entries = Object.entries(requested).filter(([, value]) => value !== '' && value !== 1);
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  return `/${language}/search${query.size === 0 ? '' : `?${query.toString()}`}`;
}

/** The page of saved and used GPTs. */
export function savedPath(language: Language): string {
  return `/${language}/saved`;
}

/** Opens a saved or recent GPT in a new tab. Without `language`, the server uses the visitor’s. */
export function openGptPath(id: string, language?: Language): string {
  return `${language === undefined ? '' : `/${language}`}/g/${segment(id)}`;
}

export function gptPath(language: Language, id: string): string {
  return `/${language}/gpts/${segment(id)}`;
}

export function rankingPath(language: Language, range: RankingRange, time?: string): string {
  return `/${language}/ranking/${range}${time === undefined ? '' : `/${segment(time)}`}`;
}

/** The data file of a ranking page, the same for all languages. Without `time` it has the newest period. */
export function rankingDataPath(range: RankingRange, time?: string): string {
  return `/ranking/${range}${time === undefined ? '' : `/${fileSegment(time)}`}.json`;
}

export function pricingPath(language: Language): string {
  return `/${language}/pricing`;
}

/** The prices of all models: a section of the pricing page. */
export function modelPricesPath(language: Language): string {
  return `${pricingPath(language)}#${modelPricesId}`;
}

export const modelPricesId = 'models';

/** The sharing plan. */
export function sharePath(language: Language): string {
  return `/${language}/share`;
}

export const policyKinds = ['terms', 'refunds', 'privacy'] as const;

export type PolicyKind = (typeof policyKinds)[number];

/** A legal page: terms, refund policy or privacy policy. */
export function policyPath(language: Language, kind: PolicyKind): string {
  return `/${language}/${kind}`;
}

export function loginPath(redirect?: string, language?: Language): string {
  const prefix = language === undefined ? '' : `/${language}`;
  return `${prefix}/login${redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`}`;
}

/** Starts a sign-in with Google: in this window, which then opens `redirect`; or in a popup, without `redirect`. */
export function googleSignInPath(language: Language, redirect?: string): string {
  const rest = redirect === undefined ? 'popup=1' : `redirect=${encodeURIComponent(redirect)}`;
  return `${googlePath}?lang=${language}&${rest}`;
}

/** The target of a chat: a model, AI search, or a GPT. */
export type ChatTarget =
  | { group: ModelGroup | 'search'; model: string }
  | { group: 'g'; gpt: string };

/** AI search. It has its own screen, and its conversations have paths below it. */
export const searchTarget = { group: 'search', model: 'ai-search' } as const;

/** The chat with a model, AI search or a GPT. `text` is filled into the message box. */
export function chatPath(
  language: Language,
  target: ChatTarget,
  more: { conversation?: string; text?: string } = {},
): string {
  const subject = target.group === 'g' ? target.gpt : target.model;
  const conversation = more.conversation === undefined ? '' : `/c/${segment(more.conversation)}`;
  const query = more.text === undefined ? '' : `?text=${encodeURIComponent(more.text)}`;
  const name = target.group === 'search' ? '' : `/${segment(subject)}`;
  return `/${language}/chat/${target.group}${name}${conversation}${query}`;
}

export type ChatScreen = 'search' | 'media' | 'gpts' | 'settings';

export function chatScreenPath(language: Language, screen: ChatScreen): string {
  return `/${language}/chat/${screen}`;
}

/** The page of the specified hash routes. The same page is also served below each language. */
export const nextChatPath = '/nextchat';

/** A new chat with a model or AI search in a new tab. */
export function newTabPath(language: Language, target: { model: string } | 'search'): string {
  const page = `/${language}${nextChatPath}`;
  return target === 'search'
    ? `${page}#/ai-search`
    : `${page}#/start-chat/${segment(target.model)}`;
}

/** The one page that serves every path of the chat area of a language. */
export function chatShellPath(language: Language): string {
  return `/${language}/chat`;
}

/** A shared conversation. Without `language`, the server uses the visitor’s. */
export function sharedPath(id: string, language?: Language): string {
  return `${language === undefined ? '' : `/${language}`}/s/${segment(id)}`;
}

/** The page that the server fills with a shared conversation. */
export function sharedPagePath(language: Language): string {
  return `/${language}/s`;
}

/** The contact form. */
export function contactPath(language: Language): string {
  return `/${language}/contact`;
}

/** A page with links to the privacy policy in each language. */
export const privacyPath = '/policy.html';

/** The QR code of the operator’s QQ group, if there is one. */
export const qqPicturePath = '/QQ.jpg';

/** The sprite file of all glyphs of marks. Its name is a digest of its content. */
export const glyphsPath = `/glyphs/${glyphsDigest}.svg`;

/** A glyph in that file. */
export function glyphPath(glyph: Glyph): string {
  return `${glyphsPath}#${glyph}`;
}

/** The preview picture of a page for shared links. Its name is a digest of its content. */
export function imagePath(kind: string, digest: string): string {
  return `/og/${kind}/${digest}.png`;
}

/** The posts of the blog. Page 1 has no number in the path. */
export function blogPath(language: Language, page = 1): string {
  return paged(`/${language}/blog`, page);
}

/** The posts with a tag. */
export function blogTagPath(language: Language, tag: string, page = 1): string {
  return paged(`${blogPath(language)}/tags/${segment(tag)}`, page);
}

/** A post of the blog. */
export function postPath(language: Language, slug: string): string {
  return `${blogPath(language)}/${segment(slug)}`;
}

/** A picture of a post in one of its widths (pixels). Its name has a digest of its content. */
export function blogImagePath(name: string, digest: string, width: number): string {
  return `/blog-images/${name}-${digest}-${width}.webp`;
}

/** The index of the sitemap; `sitemapPartPath` returns one of its parts. */
export const sitemapPath = '/sitemap.xml';

export function sitemapPartPath(section: string, number: number): string {
  return `/sitemaps/${section}-${number}.xml`;
}

/**
 * Splits a path into its language and the rest. `language` is `undefined` if the first segment is not exactly a
 * language.
 */
export function splitLanguage(path: string): { language: Language | undefined; rest: string } {
  const start = path.indexOf('/') + 1;
  const slash = path.indexOf('/', start);
  const end = slash === -1 ? path.length : slash;
  const first = start === 0 ? '' : path.slice(start, end);
  if (!isLanguage(first)) return { language: undefined, rest: path };
  return { language: first, rest: path.slice(end) };
}

/** Returns the same path in another language. */
export function inLanguage(path: string, language: Language): string {
  const { rest } = splitLanguage(path);
  return rest === '/' ? `/${language}` : `/${language}${rest}`;
}

/**
 * Returns the value of a redirect parameter if it is a path of this site, else `fallback`. Rejects other origins in every
 * spelling (`//host`, `/\host`, schemes) and control characters.
 */
export function safeRedirect(path: string | null | undefined, fallback: string): string {
  if (!path || path.length > 2_000 || !path.startsWith('/')) return fallback;
  // oxlint-disable-next-line no-control-regex -- control characters are what must not pass
  if (/^\/[/\\]|[\\\u0000-\u001f]/.test(path)) return fallback;
  return path;
}

function listed(list: string, page: number, order: ListOrder = 'popular'): string {
  return paged(order === 'popular' ? list : `${list}/by/${order}`, page);
}

function paged(first: string, page: number): string {
  return page === 1 ? first : `${first}/page/${page}`;
}

function segment(value: string): string {
  return encodeURIComponent(value);
}
