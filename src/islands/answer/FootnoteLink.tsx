import { useText } from '#islands/shared/text.tsx';
import { type MouseEvent, createContext, useContext } from 'react';

/** The footnotes of an answer: the number of each label, and the prefix of their ids in the page. */
export type FootnoteNumbers = { prefix: string; numbers: ReadonlyMap<string, number> };

export const FootnoteContext = createContext<FootnoteNumbers>({ prefix: '', numbers: new Map() });

/** The mention of a footnote as a link, or its source text if the footnote does not exist. */
export function FootnoteLink({ label, raw }: { label: string; raw: string }) {
  const { t } = useText();
  const { prefix, numbers } = useContext(FootnoteContext);
  const number = numbers.get(label);
  if (number === undefined) return <span>{raw}</span>;
  return (
    <sup>
      <a
        href={`#${prefix}${number}`}
        aria-label={t('chat.footnote', { number: String(number) })}
        onClick={goToTarget}
      >
        {number}
      </a>
    </sup>
  );
}

/** Scrolls to the footnote and focuses it. The address stays, because it names the conversation. */
function goToTarget(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  target?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}
