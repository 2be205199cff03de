import { foldText } from '#domain/texts/foldText.ts';
import { searchLimits } from '#domain/gpts/search.ts';
import { readStoredJson, store } from '#stores/browser/storage.ts';
import { atom } from 'nanostores';

/** The searches on this device, newest first: those that were submitted or whose result was opened. */
export const $recentSearches = atom<readonly string[]>([]);

/** A search and its time, in milliseconds since 1970. */
type Recent = { query: string; at: number };

const storageKey = 'recent-searches';
const mostSearches = 8;
const keptMilliseconds = 90 * 24 * 3_600_000;

/** Loads the stored searches, which other tabs may have changed. Deletes those that are too old. */
export function loadRecentSearches(): void {
  change((searches) => searches);
}

/** Stores a search that was submitted, or whose result was opened. */
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

/** Returns the stored searches, without those that are too old or malformed. Anybody may have written there. */
function readSearches(): Recent[] {
  const newest = Date.now();
  const searches: Recent[] = [];
  const stored = readStoredJson(storageKey);
  for (const value of Array.isArray(stored) ? (stored as unknown[]) : []) {
    if (!isRecent(value) || value.at > newest || newest - value.at > keptMilliseconds) continue;
    const query = cleanQuery(value.query);
    if (query !== '')
      searches.push(...without([{ query, at: value.at }], ...searches.map((one) => one.query)));
  }
  return searches;
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false;
  const { query, at } = value as Partial<Recent>;
  return typeof query === 'string' && typeof at === 'number';
}

function cleanQuery(text: string): string {
  return text.replaceAll('\0', '').trim().slice(0, searchLimits.query).toWellFormed();
}

/** Returns the searches except those with the same words as `queries`, regardless of case and accents. */
function without(searches: readonly Recent[], ...queries: readonly string[]): Recent[] {
  const folded = new Set(queries.map(foldText));
  return searches.filter(({ query }) => !folded.has(foldText(query)));
}
