import { MessageRow } from '#islands/chat/MessageRow.tsx';
import type { Subject } from '#islands/chat/useSubject.ts';
import { markShown } from '#islands/chat/useShownMessage.ts';
import { $editing } from '#stores/editing.ts';
import type { MessageRow as Row } from '#stores/messageRows.ts';
import { $shownMessage } from '#stores/shownBranch.ts';
import { $messages } from '#stores/thread.ts';
import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type CustomItemComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua';

type Props = {
  rows: readonly Row[];
  subject: Subject;
  scroller: RefObject<HTMLElement | null>;
};

/** A long conversation, of which only what is near the part that is seen is in the page. */
export function LongList({ rows, subject, scroller }: Props) {
  const view = useRef<VirtualizerHandle>(null);
  const margin = useMargin(scroller);
  useLayoutEffect(() => {
    // Begins at the end; what is measured on the way there moves it further.
    view.current?.scrollToIndex(rows.length - 1, { align: 'end' });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the conversation is opened
  }, []);
  useShownRow(view, rows);
  const editedKey = useStore($editing)?.key;
  const edited = rows.findIndex(({ message }) => message.key === editedKey);
  return (
    <div ref={margin.place}>
      <Virtualizer
        ref={view}
        as="ol"
        item={Item}
        data={rows}
        scrollRef={scroller}
        startMargin={margin.height}
        bufferSize={400}
        {...(edited >= 0 && { keepMounted: [edited] })}
      >
        {(row) => (
          <div key={row.slot} id={row.anchor} className="min-w-0 pb-6">
            <MessageRow row={row} subject={subject} />
          </div>
        )}
      </Virtualizer>
    </div>
  );
}

/** Says how long the list is and where an item stands in it, as most of it is not in the page. */
function Item({ ref, index, style, children }: CustomItemComponentProps) {
  return (
    <li ref={ref} style={style} aria-setsize={useStore($messages).length} aria-posinset={index + 1}>
      {children}
    </li>
  );
}

/** Brings a message that was asked for into view, wherever it is. */
function useShownRow(view: RefObject<VirtualizerHandle | null>, rows: readonly Row[]): void {
  const shown = useStore($shownMessage);
  const done = useRef(0);
  useEffect(() => {
    const row = rows.find(({ message }) => message.key === shown?.key);
    if (!shown || !row || done.current === shown.count) return;
    done.current = shown.count;
    view.current?.scrollToIndex(rows.indexOf(row), { align: 'center' });
    // It is drawn once it is near.
    const timer = setTimeout(() => markShown(row.anchor), 150);
    return () => clearTimeout(timer);
  }, [shown, rows, view]);
}

/** The height of what stands above the list in its scroller. */
function useMargin(scroller: RefObject<HTMLElement | null>) {
  const place = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const view = scroller.current;
    const own = place.current;
    if (!view || !own) return;
    const above = own.getBoundingClientRect().top - view.getBoundingClientRect().top;
    setHeight(Math.round(above + view.scrollTop));
  }, [scroller]);
  return { place, height };
}
