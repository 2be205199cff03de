import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';
import type { RankingPeriod } from '#contract/ranking.ts';

/**
 * When the contents of pages changed last: ISO instants, or days where nothing more is known; empty where nothing is.
 * They come from the snapshot and the posts alone, so that every release of the same data says the same, whatever was
 * published before it.
 */

/** Returns when the texts of a GPT changed last. */
export function modifiedGpt({ changed }: Snapshot, gpt: Gpt): string {
  return changed.get(gpt.id) ?? gpt.updated ?? gpt.created ?? '';
}

/** The page of a GPT, its reviews included. */
export function modifiedGptPage(snapshot: Snapshot, gpt: Gpt): string {
  const reviews = snapshot.reviews.get(gpt.id) ?? [];
  return newestOf([modifiedGpt(snapshot, gpt), ...reviews.map(({ updated }) => updated)]);
}

/** A list of GPTs: it moves with what it lists, not with what it lists no more. */
export function modifiedList(snapshot: Snapshot, gpts: readonly Gpt[]): string {
  return newestOf(gpts.map((gpt) => modifiedGpt(snapshot, gpt)));
}

/** A ranking: the day on which it was counted last. */
export function modifiedRanking({ frozen, refrozen }: RankingPeriod): string {
  return refrozen ?? frozen;
}

/** Empty where there is none. */
export function newestOf(instants: readonly string[]): string {
  return instants.reduce((newest, instant) => (instant > newest ? instant : newest), '');
}
