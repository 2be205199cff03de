import type { SearchProviderName } from '#domain/models/providers.ts';
import { type FoundPage, SearchError } from '#server/gateways/search/search.ts';
import * as z from 'zod/mini';

const mostPages = 20;
const titleCharacters = 300;
const urlCharacters = 2_000;

/**
 * Reads an engine's list of pages, with `url`, `title` and a date in `dateField`. Invalid items are skipped. Throws
 * `SearchError` if it is not a list.
 */
export function foundPages(
  engine: SearchProviderName,
  list: unknown,
  dateField: string,
): FoundPage[] {
  if (!Array.isArray(list)) throw new SearchError(engine, 'error');
  const item = z.looseObject({ url: z.string(), title: z.string() });
  const dated = z.looseObject({ [dateField]: z.optional(z.nullable(z.string())) });
  return list.slice(0, mostPages).flatMap((entry: unknown) => {
    const page = item.safeParse(entry).data;
    const date = dated.safeParse(entry).data;
    if (!page || !date) return [];
    const { url, title } = page;
    if (url.length > urlCharacters || !/^https?:\/\//i.test(url)) return [];
    return [{ url, title: plainText(title), date: dayIn(date[dateField]) }];
  });
}

/** Removes the HTML by which engines highlight words of the query. */
function plainText(title: string): string {
  const text = title
    .replace(/<[^>]{0,100}>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return text.slice(0, titleCharacters).toWellFormed();
}

function dayIn(date: string | null | undefined): string | null {
  const time = Date.parse(date ?? '');
  if (Number.isNaN(time)) return null;
  const day = new Date(time).toISOString().slice(0, 10);
  return /^\d{4}-/.test(day) ? day : null;
}
