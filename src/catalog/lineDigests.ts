import { perSnapshot } from '#catalog/perSnapshot.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';

/** What the snapshot says of GPTs in their order, as a short text: the digests of their lines. */
export function linesOfGpts(snapshot: Snapshot, gpts: readonly Gpt[]): string {
  const digests = digestsOf(snapshot);
  return gpts.map((gpt) => digests.get(gpt) ?? '').join(' ');
}

/** By GPT: the same ones stand in a dozen lists. */
const digestsOf = perSnapshot(
  ({ gpts, lines }): ReadonlyMap<Gpt, string> =>
    new Map(gpts.map((gpt) => [gpt, lines.get(`gpt/${gpt.id}`) ?? ''])),
);
