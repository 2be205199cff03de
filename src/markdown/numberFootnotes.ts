import { type Block, allBlocks } from '#markdown/splitBlocks.ts';

/** Returns the numbers of footnotes, in the order of their mentions in the text. Footnotes without a mention come last. */
export function numberFootnotes(given: readonly Block[]): ReadonlyMap<string, number> {
  const blocks = allBlocks(given);
  const defined = new Set(blocks.flatMap((one) => (one.kind === 'footnote' ? [one.label] : [])));
  const numbers = new Map<string, number>();
  if (defined.size === 0) return numbers;
  const mentioned = blocks
    .filter((one) => one.kind === 'text')
    .flatMap(({ source }) =>
      [...source.matchAll(/\[\^([^\]\s]{1,100})\]/g)].map(([, label]) => label),
    );
  for (const label of [...mentioned, ...defined]) {
    if (label !== undefined && defined.has(label) && !numbers.has(label)) {
      numbers.set(label, numbers.size + 1);
    }
  }
  return numbers;
}
