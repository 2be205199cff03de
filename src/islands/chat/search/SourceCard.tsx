import type { SearchSource } from '#contract/search/aiSearch.ts';
import { anchorMenu } from '#islands/chat/controls/anchorMenu.ts';
import { SourceFacts } from '#islands/chat/search/SourceFacts.tsx';
import { SourceLink } from '#islands/chat/search/SourceLink.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useLayoutEffect, useRef } from 'react';

type Props = { source: SearchSource; button: HTMLElement };

/** A popover beside the number of a source, with the cited passages. It is in a paragraph, so it consists of spans. */
export function SourceCard({ source, button }: Props) {
  const { t } = useText();
  const card = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const own = card.current;
    if (!own) return undefined;
    own.showPopover();
    return anchorMenu(own, button, 'start');
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
