import type { SearchSource } from '#contract/aiSearch.ts';
import { keepPlaced } from '#islands/chat/keepPlaced.ts';
import { SourceFacts } from '#islands/chat/search/SourceFacts.tsx';
import { SourceLink } from '#islands/chat/search/SourceLink.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useLayoutEffect, useRef } from 'react';

type Props = { source: SearchSource; button: HTMLElement };

/** The passages of a source, above the page beside its number: nothing moves for it. Stands within a paragraph. */
export function SourceCard({ source, button }: Props) {
  const { t } = useText();
  const card = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const own = card.current;
    if (!own) return undefined;
    own.showPopover();
    return keepPlaced(own, button, 'start');
  }, [button]);
  return (
    <span
      ref={card}
      popover="manual"
      role="note"
      aria-label={t('chat.search.passage')}
      className="menu source-card"
    >
      <SourceLink source={source} />
      <SourceFacts source={source} />
      {source.quotes.map(({ start, text }) => (
        <q key={start} className="source-quote" dir="auto">
          {text}
        </q>
      ))}
    </span>
  );
}
