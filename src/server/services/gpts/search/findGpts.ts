import type { Executor } from '#server/db/connect.ts';
import { correctWords } from '#server/services/gpts/search/correctWords.ts';
import { isShort } from '#server/services/gpts/search/lexemes.ts';
import {
  type Ranked,
  type Window,
  countedAtMost,
  rankMatches,
  sortedAtMost,
} from '#server/services/gpts/search/rankMatches.ts';
import {
  type SearchText,
  allOf,
  anyOf,
  otherTiersOf,
  tiersOf,
} from '#server/services/gpts/search/searchQuery.ts';

/** Fewer matches than this, and something else may be meant. */
const enoughMatches = 5;

/**
 * What a query finds among what `filters` let through, best first; only the first thousand can be had. What matches as
 * it is written comes before what matches otherwise: with one letter changed, or two words written as one.
 */
export async function findGpts(
  executor: Executor,
  text: NonNullable<SearchText>,
  filters: readonly string[],
  { offset, size }: Window,
): Promise<Ranked> {
  const window = { offset, size: Math.max(0, Math.min(size, countedAtMost - offset)) };
  const filtered = (tier: string) => allOf([tier, ...filters]);
  const tiers = tiersOf(text);
  const expectation = expectationOf(text, filters);
  const exact = await rankMatches(executor, tiers.map(filtered), window, expectation);
  if (exact.total >= enoughMatches) return exact;
  const spellings = await correctWords(executor, text.words);
  const others = otherTiersOf(text, spellings);
  if (others.length === 0) return exact;
  const exactly = tiers.at(-1) ?? '';
  const all = [...tiers, ...others.map((tier) => anyOf([exactly, tier]))];
  return rankMatches(executor, all.map(filtered), window, expectation);
}

/** Very many GPTs have a word that begins with one or two given letters. */
function expectationOf({ words, whole }: NonNullable<SearchText>, filters: readonly string[]) {
  const most = words.length > 1 ? sortedAtMost.ofWords : sortedAtMost.ofWord;
  return { most, expected: isShort(whole) && filters.length === 0 ? 'many' : 'few' } as const;
}
