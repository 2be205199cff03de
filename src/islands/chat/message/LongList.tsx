import { estimateHeight } from '#islands/chat/message/estimateHeight.ts';
import { MessageRow } from '#islands/chat/message/MessageRow.tsx';
import type { Subject } from '#islands/chat/useSubject.ts';
import { markShown } from '#islands/chat/message/useShownMessage.ts';
import { smallButton } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { whenIdle } from '#islands/shared/whenIdle.ts';
import { $editing } from '#stores/chat/editing.ts';
import type { MessageRow as Row } from '#stores/thread/messageRows.ts';
import { loadOlder } from '#stores/thread/olderMessages.ts';
import { $scrollTarget } from '#stores/thread/shownBranch.ts';
import { type OpenThread, $thread } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type CustomItemComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua';

type Props = {
  rows: readonly Row[];
  /** The state of the messages before them. */
  older: OpenThread['older'];
  subject: Subject;
  scroller: RefObject<HTMLElement | null>;
};

/** A long conversation, of which only what is near the part that is seen is in the page. */
export function LongList({ rows, older, subject, scroller }: Props) {
  const view = useRef<VirtualizerHandle>(null);
  const [hadOlder] = useState(older !== 'none');
  const [rowHeight] = useState(() => estimateHeight(rows, widthOf(scroller)));
  const shift = useGrewAbove(rows);
  // Not before the end has been drawn.
  useEffect(() => (hadOlder ? whenIdle(() => void loadOlder()) : undefined), [hadOlder]);
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
    <>
      {hadOlder && <Older older={older} />}
      <div ref={margin.place}>
        <Virtualizer
          ref={view}
          as="ol"
          item={Item}
          data={rows}
          shift={shift}
          scrollRef={scroller}
          startMargin={margin.height}
          itemSize={rowHeight}
          bufferSize={400}
          {...(edited >= 0 && { keepMounted: [edited] })}
        >
          {(row) => (
            <div key={row.rowKey} id={row.anchor} className="min-w-0 pb-6">
              <MessageRow row={row} subject={subject} />
            </div>
          )}
        </Virtualizer>
      </div>
    </>
  );
}

/** Of the column with the messages, in pixels. */
function widthOf(scroller: RefObject<HTMLElement | null>): number {
  const padding = 32;
  return Math.min(scroller.current?.clientWidth ?? Infinity, 760) - padding;
}

/** In a place of its own above the first message, so that nothing moves when all have come. */
function Older({ older }: Pick<Props, 'older'>) {
  const { t } = useText();
  return (
    <p className="flex h-11 items-center justify-center text-14 text-soft">
      {older === 'loading' && t('chat.loading')}
      {older === 'failed' && (
        <>
          {t('chat.failed.title')}
          <button type="button" className={smallButton} onClick={() => void loadOlder()}>
            {t('chat.failed.tryAgain')}
          </button>
        </>
      )}
    </p>
  );
}

/** Whether these rows differ from those before by what came above: what is seen stays where it is then. */
function useGrewAbove(rows: readonly Row[]): boolean {
  const [known, setKnown] = useState({ rows, grew: false });
  if (known.rows !== rows) {
    const above = rows.length - known.rows.length;
    const grew =
      above > 0 && isSameSlot(rows[above], known.rows[0]) && !isSameSlot(rows[0], known.rows[0]);
    setKnown({ rows, grew });
  }
  return known.grew;
}

function isSameSlot(one: Row | undefined, other: Row | undefined): boolean {
  return one !== undefined && one.rowKey === other?.rowKey;
}

/** Says how long the list is and where an item stands in it, as most of it is not in the page. */
function Item({ ref, index, style, children }: CustomItemComponentProps) {
  const thread = useStore($thread);
  const isWhole = thread.state === 'open' && thread.older === 'none';
  return (
    <li
      ref={ref}
      style={style}
      aria-setsize={isWhole ? thread.messages.length : -1}
      aria-posinset={isWhole ? index + 1 : undefined}
    >
      {children}
    </li>
  );
}

/** Brings a message that was asked for into view, wherever it is. */
function useShownRow(view: RefObject<VirtualizerHandle | null>, rows: readonly Row[]): void {
  const shown = useStore($scrollTarget);
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
