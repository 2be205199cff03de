import type { Glyph } from '#domain/gpts/glyphs.ts';
import { glyphsDigest } from '#domain/gpts/glyphsDigest.ts';
import { labelSlug } from '#domain/gpts/gpts.ts';
import type { Language } from '#domain/languages/languages.ts';
import { type ListOrder, listOrders } from '#domain/gpts/listOrder.ts';
import type { Requested } from '#domain/gpts/search.ts';
import { paged, segment } from '#domain/site/urls.ts';

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

/** The sprite file of all glyphs of marks. Its name is a digest of its content. */
export const glyphsPath = `/glyphs/${glyphsDigest}.svg`;

/** A glyph in that file. */
export function glyphPath(glyph: Glyph): string {
  return `${glyphsPath}#${glyph}`;
}

function listed(list: string, page: number, order: ListOrder = 'popular'): string {
  return paged(order === 'popular' ? list : `${list}/by/${order}`, page);
}
