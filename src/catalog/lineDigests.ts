import { memoise } from '#catalog/memoise.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';

/**
 * Returns the digests of the snapshot lines of GPTs, in their order: a short text that changes if one of them changes.
 */
export function linesOfGpts(snapshot: Snapshot, gpts: readonly Gpt[]): string {
  const digests = digestsOf(snapshot);
  return gpts.map((gpt) => digests.get(gpt) ?? '').join(' ');
}

/** The digests by GPT, memoised because a GPT is in a dozen lists. */
const digestsOf = memoise(
  ({ gpts, lines }: Snapshot): ReadonlyMap<Gpt, string> =>
    new Map(gpts.map((gpt) => [gpt, lines.get(`gpt/${gpt.id}`) ?? ''])),
);
