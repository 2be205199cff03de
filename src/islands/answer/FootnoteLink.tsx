import type { Block } from '#islands/answer/splitBlocks.ts';
import { useText } from '#islands/shared/text.tsx';
import { type MouseEvent, createContext, useContext } from 'react';

/** The footnotes of an answer: the number of each label, and what their ids in the page begin with. */
export type FootnoteNumbers = { prefix: string; numbers: ReadonlyMap<string, number> };

export const FootnoteContext = createContext<FootnoteNumbers>({ prefix: '', numbers: new Map() });

/** Numbers footnotes in the order in which the text mentions them; what it never does comes last. */
export function numberFootnotes(blocks: readonly Block[]): ReadonlyMap<string, number> {
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

/** The mention of a footnote; without one of that name, what was written. */
export function FootnoteLink({ label, raw }: { label: string; raw: string }) {
  const { t } = useText();
  const { prefix, numbers } = useContext(FootnoteContext);
  const number = numbers.get(label);
  if (number === undefined) return raw;
  return (
    <sup>
      <a
        href={`#${prefix}${number}`}
        aria-label={t('chat.footnote', { number: String(number) })}
        onClick={showTarget}
      >
        {number}
      </a>
    </sup>
  );
}

/** Goes there without changing the address, which names the conversation. */
function showTarget(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  target?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}
