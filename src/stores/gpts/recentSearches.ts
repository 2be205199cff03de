import { foldText } from '#domain/foldText.ts';
import { searchLimits } from '#domain/search.ts';
import { readStored, store } from '#stores/browser/storage.ts';
import { atom } from 'nanostores';

/** The searches on this device, newest first. Only searches that led somewhere are remembered. */
export const $recentSearches = atom<readonly string[]>([]);

/** A search, and when it was made: milliseconds since 1970. */
type Recent = { query: string; at: number };

const storageKey = 'recent-searches';
const mostSearches = 8;
const keptMilliseconds = 90 * 24 * 3_600_000;

/** Reads what is stored; other tabs may have changed it. Searches that are too old are deleted. */
export function loadRecentSearches(): void {
  change((searches) => searches);
}

/** Remembers a search whose result was followed, or whose form was sent. */
export function rememberSearch(typed: string): void {
  const query = cleanQuery(typed);
  if (query === '') return;
  change((searches) => [{ query, at: Date.now() }, ...without(searches, query)]);
}

export function forgetSearch(query: string): void {
  change((searches) => without(searches, query));
}

export function forgetAllSearches(): void {
  change(() => []);
}

function change(next: (searches: readonly Recent[]) => readonly Recent[]): void {
  const searches = next(readSearches()).slice(0, mostSearches);
  store(storageKey, searches.length === 0 ? undefined : JSON.stringify(searches));
  $recentSearches.set(searches.map(({ query }) => query));
}

/** The stored searches, without what is too old or no search at all: anyone may have written there. */
function readSearches(): Recent[] {
  const newest = Date.now();
  const searches: Recent[] = [];
  for (const value of parseList(readStored(storageKey))) {
    if (!isRecent(value) || value.at > newest || newest - value.at > keptMilliseconds) continue;
    const query = cleanQuery(value.query);
    if (query !== '')
      searches.push(...without([{ query, at: value.at }], ...searches.map((one) => one.query)));
  }
  return searches;
}

function parseList(text: string | undefined): unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false;
  const { query, at } = value as Partial<Recent>;
  return typeof query === 'string' && typeof at === 'number';
}

function cleanQuery(text: string): string {
  return text.replaceAll('\0', '').trim().slice(0, searchLimits.query).toWellFormed();
}

/** The searches but those for the same words, however they are written. */
function without(searches: readonly Recent[], ...queries: readonly string[]): Recent[] {
  const folded = new Set(queries.map(foldText));
  return searches.filter(({ query }) => !folded.has(foldText(query)));
}
