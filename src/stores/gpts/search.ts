import { call } from '#contract/call.ts';
import { type GptCard, listGpts } from '#contract/gpts/gpts.ts';
import type { Language } from '#domain/languages/languages.ts';
import { searchLimits } from '#domain/gpts/search.ts';
import { type Message, errorMessage } from '#stores/browser/message.ts';
import { atom } from 'nanostores';

export type Search =
  | { state: 'idle' }
  | { state: 'searching'; query: string }
  | {
      state: 'found';
      query: string;
      items: readonly GptCard[];
      total: number;
      /** How many of `total` match all words. They come first; the others are related. */
      full: number;
      /** Whether there are more than `total`. */
      isCapped: boolean;
      /** Folded words to be marked (`domain/texts/markedText.ts`). */
      marked: readonly string[];
      /** The most popular GPTs, if nothing was found. */
      popular: readonly GptCard[];
    }
  | { state: 'failed'; query: string; problem: Message };

/** The search for GPTs while the user types. */
export const $search = atom<Search>({ state: 'idle' });

const debounceMilliseconds = 150;

/** Results in the list below the field. The page of results has the others. */
const shownItems = 6;

let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;
let lastLocale: Language = 'en';

/**
 * Searches after a short pause in typing, for an interface in `locale`. A new query cancels the one before; an empty query
 * ends the search.
 */
export function search(typed: string, locale: Language): void {
  const query = typed.trim().slice(0, searchLimits.query);
  if (query === '') return endSearch();
  cancel();
  lastLocale = locale;
  $search.set({ state: 'searching', query });
  timer = setTimeout(() => void find(query, locale), debounceMilliseconds);
}

export function endSearch(): void {
  cancel();
  $search.set({ state: 'idle' });
}

/** Repeats the last search. */
export function searchAgain(): void {
  const last = $search.get();
  if (last.state !== 'idle') search(last.query, lastLocale);
}

function cancel(): void {
  clearTimeout(timer);
  running?.abort();
}

async function find(query: string, locale: Language): Promise<void> {
  const { signal } = (running = new AbortController());
  try {
    const list = await call(listGpts, { query: { query, locale, size: shownItems } }, signal);
    if (signal.aborted) return;
    const { items, total, marked, popular } = list;
    const [full, isCapped] = [list.full_total, list.is_total_capped];
    $search.set({ state: 'found', query, items, total, full, isCapped, marked, popular });
  } catch (error) {
    if (!signal.aborted) $search.set({ state: 'failed', query, problem: errorMessage(error) });
  }
}
