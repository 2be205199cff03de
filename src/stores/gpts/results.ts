import { call } from '#contract/call.ts';
import { listGpts } from '#contract/gpts/gpts.ts';
import { type Found, foundOf } from '#domain/gpts/found.ts';
import type { Language } from '#domain/languages/languages.ts';
import { type Requested, queryOf } from '#domain/gpts/search.ts';
import { atom } from 'nanostores';

/** The state of the page of results. `adds`: new results are appended. */
export type Results =
  /** The page shows the results in its HTML. */
  | { state: 'given' }
  | { state: 'searching' | 'failed'; requested: Requested; adds: boolean }
  | ({ state: 'found'; requested: Requested; adds: boolean } & Found);

export const $results = atom<Results>({ state: 'given' });

let running: AbortController | undefined;

/** Finds GPTs for an interface in `locale`. A new search cancels the one before. */
export function findResults(requested: Requested, locale: Language): Promise<void> {
  return find(requested, locale, false);
}

/** Finds more GPTs, which are appended to the present results. */
export function findMoreResults(requested: Requested, locale: Language): Promise<void> {
  return find(requested, locale, true);
}

async function find(requested: Requested, locale: Language, adds: boolean): Promise<void> {
  running?.abort();
  const { signal } = (running = new AbortController());
  $results.set({ state: 'searching', requested, adds });
  try {
    const list = await call(listGpts, { query: queryOf(requested, locale) }, signal);
    if (!signal.aborted) $results.set({ state: 'found', requested, adds, ...foundOf(list) });
  } catch {
    if (!signal.aborted) $results.set({ state: 'failed', requested, adds });
  }
}
