import { MessageRow } from '#islands/chat/message/MessageRow.tsx';
import { RatingPrompt } from '#islands/chat/message/RatingPrompt.tsx';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { useScrollTarget } from '#islands/chat/message/useScrollTarget.ts';
import { SelectionWatch } from '#islands/chat/message/SelectionWatch.tsx';
import { ChatSpinner } from '#islands/chat/controls/ChatSpinner.tsx';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { sentMessages } from '#domain/chat/chatSettings.ts';
import { useText } from '#islands/shared/text.tsx';
import { $isPrinting, watchPrinting } from '#stores/chat/printing.ts';
import { type MessageRow as Row, messageRows } from '#stores/thread/messageRows.ts';
import { type OpenThread, $thread } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useMemo, useState } from 'react';

/** A conversation that is opened with more messages than this is a virtual list. */
const longFrom = 40;
/** A conversation that grows beyond this while it is open becomes a virtual list. All its messages are rendered again. */
const tooLong = 200;

const LongList = lazyPart(
  async () => (await import('#islands/chat/message/LongList.tsx')).LongList,
  { waiting: ChatSpinner },
);

type Props = { thread: OpenThread; subject: Subject; scroller: RefObject<HTMLElement | null> };

/** Fetches the code for long conversations. */
export const preloadLongList = LongList.preload;

/** The open conversation, oldest message first. */
export function MessageList({ subject, scroller }: Omit<Props, 'thread'>) {
  const { t } = useText();
  const thread = useStore($thread);
  if (thread.state !== 'open') return null;
  return (
    <>
      <h1 tabIndex={-1} className="sr-only text-22 print:not-sr-only print:mb-6">
        {thread.title ?? t('chat.newChat')}
      </h1>
      <Messages thread={thread} subject={subject} scroller={scroller} />
      <DroppedMessages messages={thread.messages} />
      {subject.state === 'gpt' && <RatingPrompt gpt={subject.gpt} messages={thread.messages} />}
      <SelectionWatch />
    </>
  );
}

/**
 * Says how many messages of the branch the model did not get with the last question, because the conversation is too
 * long. For an imported conversation: how many it will not get with the next one.
 */
function DroppedMessages({ messages }: Pick<OpenThread, 'messages'>) {
  const { t } = useText();
  const last = messages.findLast((message) => message.role === 'assistant');
  if (last?.role !== 'assistant') return null;
  const isImported = last.state === 'imported';
  const count = isImported ? messages.length - sentMessages : last.droppedTurns;
  if (count <= 0) return null;
  return (
    <p className="mt-4 text-14 text-soft">
      {isImported
        ? t('chat.sentAlong', { all: messages.length, sent: sentMessages, count })
        : t('chat.dropped', { count })}
    </p>
  );
}

function Messages({ thread, subject, scroller }: Props) {
  const [openedLong] = useState(thread.messages.length > longFrom || thread.older !== 'none');
  const isLong = openedLong || thread.messages.length > tooLong;
  const rows = useMemo(() => messageRows(thread), [thread]);
  useScrollTarget(isLong ? undefined : scroller);
  const isPrinting = useStore($isPrinting);
  useEffect(watchPrinting, []);
  if (!isLong) return <WholeList rows={rows} subject={subject} />;
  return (
    <>
      <div className="print:hidden">
        <LongList rows={rows} older={thread.older} subject={subject} scroller={scroller} />
      </div>
      {isPrinting && (
        <div className="hidden print:block">
          <WholeList rows={rows} subject={subject} isCopy />
        </div>
      )}
    </>
  );
}

type WholeListProps = {
  rows: readonly Row[];
  subject: Subject;
  /** Whether it is drawn beside the list on the screen, whose messages have the ids. */
  isCopy?: boolean;
};

/** A list with all messages in the page. */
function WholeList({ rows, subject, isCopy = false }: WholeListProps) {
  return (
    <ol className="grid gap-6 print:block">
      {rows.map((row) => (
        <li
          key={row.rowKey}
          id={isCopy ? undefined : row.anchor}
          className="min-w-0 print:mb-6 print:break-inside-auto"
        >
          <MessageRow row={row} subject={subject} />
        </li>
      ))}
    </ol>
  );
}
