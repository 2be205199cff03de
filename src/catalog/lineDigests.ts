import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';

/** What the snapshot says of GPTs in their order, as a short text: the digests of their lines. */
export function linesOfGpts({ lines }: Snapshot, gpts: readonly Gpt[]): string {
  return gpts.map(({ id }) => lines.get(`gpt/${id}`) ?? '').join(' ');
}
