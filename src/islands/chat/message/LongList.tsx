import { useListMargin } from '#islands/chat/controls/useListMargin.ts';
import { estimateHeight } from '#islands/chat/message/estimateHeight.ts';
import { MessageRow } from '#islands/chat/message/MessageRow.tsx';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { scrollToMessage } from '#islands/chat/message/useScrollTarget.ts';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { whenIdle } from '#islands/shared/whenIdle.ts';
import { $editing } from '#stores/chat/editing.ts';
import type { MessageRow as Row } from '#stores/thread/messageRows.ts';
import { loadOlder } from '#stores/chat/olderMessages.ts';
import { $scrollTarget } from '#stores/chat/shownBranch.ts';
import { type OpenThread, $thread } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type CustomItemComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua';

type Props = {
  rows: readonly Row[];
  /** Whether older messages exist, and whether they are being loaded. */
  older: OpenThread['older'];
  subject: Subject;
  scroller: RefObject<HTMLElement | null>;
};

/** A long conversation as a virtual list: only messages near the visible part are in the page. */
export function LongList({ rows, older, subject, scroller }: Props) {
  const view = useRef<VirtualizerHandle>(null);
  const [hadOlder] = useState(older !== 'none');
  const [rowHeight] = useState(() => estimateHeight(rows, widthOf(scroller)));
  const shift = useGrewAbove(rows);
  // Older messages are loaded when the end of the conversation has been rendered.
  useEffect(() => (hadOlder ? whenIdle(() => void loadOlder()) : undefined), [hadOlder]);
  const root = useRef<HTMLDivElement>(null);
  const margin = useListMargin(scroller, root);
  useLayoutEffect(() => {
    // Starts at the end. The list corrects the position when it has measured the rows.
    view.current?.scrollToIndex(rows.length - 1, { align: 'end' });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the conversation is opened
  }, []);
  useScrollToTarget(view, rows);
  const editedKey = useStore($editing)?.key;
  const edited = rows.findIndex(({ message }) => message.key === editedKey);
  return (
    <>
      {hadOlder && <OlderMessages older={older} />}
      <div ref={root}>
        <Virtualizer
          ref={view}
          as="ol"
          item={Item}
          data={rows}
          shift={shift}
          scrollRef={scroller}
          startMargin={margin}
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

/** Returns the width of the column of messages in pixels. */
function widthOf(scroller: RefObject<HTMLElement | null>): number {
  const padding = 32;
  return Math.min(scroller.current?.clientWidth ?? Infinity, 760) - padding;
}

/** The line above the first message. It keeps its height, so that nothing moves when all messages are loaded. */
function OlderMessages({ older }: Pick<Props, 'older'>) {
  const { t } = useText();
  return (
    <p className="flex h-11 items-center justify-center text-14 text-soft">
      {older === 'loading' && <span>{t('chat.loading')}</span>}
      {older === 'failed' && (
        <>
          <span>{t('chat.failed.title')}</span>
          <Button look="small" onClick={() => void loadOlder()}>
            {t('chat.failed.tryAgain')}
          </Button>
        </>
      )}
    </p>
  );
}

/** Whether the last change added rows above the others. The list then keeps the visible rows in place. */
function useGrewAbove(rows: readonly Row[]): boolean {
  const [last, setLast] = useState({ rows, grew: false });
  if (last.rows !== rows) {
    const above = rows.length - last.rows.length;
    const grew =
      above > 0 && isSameSlot(rows[above], last.rows[0]) && !isSameSlot(rows[0], last.rows[0]);
    setLast({ rows, grew });
  }
  return last.grew;
}

function isSameSlot(one: Row | undefined, other: Row | undefined): boolean {
  return one !== undefined && one.rowKey === other?.rowKey;
}

/** Announces the length of the list and the position of the item, as most items are not in the page. */
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

/** Scrolls to the requested message, such as a search result. */
function useScrollToTarget(view: RefObject<VirtualizerHandle | null>, rows: readonly Row[]): void {
  const target = useStore($scrollTarget);
  const done = useRef(0);
  useEffect(() => {
    const row = rows.find(({ message }) => message.key === target?.key);
    if (!target || !row || done.current === target.count) return undefined;
    done.current = target.count;
    view.current?.scrollToIndex(rows.indexOf(row), { align: 'center' });
    if (target.isQuiet) return undefined;
    // The list renders the row after scrolling.
    const timer = setTimeout(() => scrollToMessage(row.anchor), 150);
    return () => clearTimeout(timer);
  }, [target, rows, view]);
}
