import type { Executor } from '#server/db/connect.ts';
import { correctWords } from '#server/services/gpts/search/correctWords.ts';
import {
  type Ranked,
  type Window,
  countedAtMost,
  rankMatches,
} from '#server/services/gpts/search/rankMatches.ts';
import {
  type SearchText,
  allOf,
  anyOf,
  correctedTiers,
  tiersOf,
} from '#server/services/gpts/search/searchQuery.ts';

/** Fewer matches than this, and words are taken to be misspelt. */
const enoughMatches = 5;

/**
 * What a query finds among what `filters` let through, best first; only the first thousand can be had. What matches as
 * it is written comes before what matches with one letter changed.
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
  const exact = await rankMatches(executor, tiers.map(filtered), window);
  if (exact.total >= enoughMatches) return exact;
  const spellings = await correctWords(executor, text.words);
  if (spellings.every((words) => words.length === 1)) return exact;
  const exactly = tiers.at(-1) ?? '';
  const corrected = correctedTiers(text, spellings).map((tier) => anyOf([exactly, tier]));
  return rankMatches(executor, [...tiers, ...corrected].map(filtered), window);
}
