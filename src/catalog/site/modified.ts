import { newSince } from '#catalog/gpts/newest.ts';
import { memoise } from '#catalog/memoise.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import type { RankingPeriod } from '#contract/ranking/ranking.ts';

/**
 * Times of the last change of pages: ISO instants, or days if the time is unknown; empty if both are unknown. They depend
 * only on the snapshot, posts, collections and policies, so that every release of the same data has the same times.
 */

/** Returns the time of the last change of a GPT's texts, or of its publication if that is later. */
export function modifiedGpt(snapshot: Snapshot, gpt: Gpt): string {
  return modifiedIn(snapshot)(gpt);
}

/** Memoised, because a GPT is in dozens of lists. */
const modifiedIn = memoise((snapshot: Snapshot) =>
  memoise((gpt: Gpt): string => {
    const changed = snapshot.changed.get(gpt.id) ?? gpt.updated ?? '';
    return newestOf([changed, newSince(snapshot, gpt)]);
  }),
);

/** Returns the time of the last change of a GPT's page, including its reviews. */
export function modifiedGptPage(snapshot: Snapshot, gpt: Gpt): string {
  const reviews = snapshot.reviews.get(gpt.id) ?? [];
  return newestOf([modifiedGpt(snapshot, gpt), ...reviews.map(({ updated }) => updated)]);
}

/** Returns the time of the last change of a list: that of its GPTs. Removed GPTs do not count. */
export function modifiedList(snapshot: Snapshot, gpts: readonly Gpt[]): string {
  return newestOf(gpts.map((gpt) => modifiedGpt(snapshot, gpt)));
}

/** Returns the day on which a ranking was last counted. */
export function modifiedRanking({ frozen, refrozen }: RankingPeriod): string {
  return refrozen ?? frozen;
}

/** Returns the newest time, if any; else an empty text. */
export function newestOf(instants: readonly string[]): string {
  return instants.reduce((newest, instant) => (instant > newest ? instant : newest), '');
}
