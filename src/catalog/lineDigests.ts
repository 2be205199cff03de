import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';

const known = new WeakMap<Snapshot, ReadonlyMap<Gpt, string>>();

/** What the snapshot says of GPTs in their order, as a short text: the digests of their lines. */
export function linesOfGpts(snapshot: Snapshot, gpts: readonly Gpt[]): string {
  const digests = known.get(snapshot) ?? digestsOf(snapshot);
  known.set(snapshot, digests);
  return gpts.map((gpt) => digests.get(gpt) ?? '').join(' ');
}

/** By GPT: the same ones stand in a dozen lists. */
function digestsOf({ gpts, lines }: Snapshot): ReadonlyMap<Gpt, string> {
  return new Map(gpts.map((gpt) => [gpt, lines.get(`gpt/${gpt.id}`) ?? '']));
}
