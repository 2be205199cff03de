import type { SearchProviderName } from '#server/searchConfig.ts';
import { type FoundPage, SearchError } from '#server/gateways/search/search.ts';
import type * as z from 'zod/mini';

const mostPages = 20;
const titleCharacters = 300;
const urlCharacters = 2_000;

/** Reads an engine's list with its schema; items that break it are left out. Throws `SearchError` for anything else. */
export function foundPages<Item extends z.ZodMiniType>(
  engine: SearchProviderName,
  list: unknown,
  item: Item,
  toPage: (read: z.output<Item>) => { url: string; title: string; date: string | null | undefined },
): FoundPage[] {
  if (!Array.isArray(list)) throw new SearchError(engine, 'error');
  return list.slice(0, mostPages).flatMap((entry: unknown) => {
    const read = item.safeParse(entry);
    if (!read.success) return [];
    const { url, title, date } = toPage(read.data);
    if (url.length > urlCharacters || !/^https?:\/\//i.test(url)) return [];
    return [{ url, title: plainText(title), date: dayIn(date) }];
  });
}

/** Engines mark words of the query with HTML. */
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
