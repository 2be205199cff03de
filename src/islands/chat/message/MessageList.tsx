import { MessageRow } from '#islands/chat/message/MessageRow.tsx';
import type { Subject } from '#islands/chat/useSubject.ts';
import { useShownMessage } from '#islands/chat/message/useShownMessage.ts';
import { fetchLater } from '#islands/shared/fetchLater.ts';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { sentMessages } from '#domain/chatSettings.ts';
import { useText } from '#islands/shared/text.tsx';
import { messageRows } from '#stores/thread/messageRows.ts';
import { type OpenThread, $thread } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { type RefObject, Suspense, useMemo, useState } from 'react';

/** Of a conversation that begins with more messages than this, only those near the part that is seen are drawn. */
const longFrom = 40;
/** One that becomes longer than this while it is open is drawn anew that way. */
const tooLong = 200;

const LongList = fetchLater(
  async () => (await import('#islands/chat/message/LongList.tsx')).LongList,
  () => null,
);

type Props = { thread: OpenThread; subject: Subject; scroller: RefObject<HTMLElement | null> };

/** Fetches the code for long conversations. */
export function preloadLongList(): void {
  LongList.preload();
}

/** The open conversation, oldest message first. */
export function MessageList({ subject, scroller }: Omit<Props, 'thread'>) {
  const { t } = useText();
  const thread = useStore($thread);
  if (thread.state !== 'open') return null;
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        {thread.title ?? t('chat.newChat')}
      </h1>
      <Messages thread={thread} subject={subject} scroller={scroller} />
      <LeftOut messages={thread.messages} />
    </>
  );
}

/** How many messages of the branch its last question did not take along, or its first one here will not. */
function LeftOut({ messages }: Pick<OpenThread, 'messages'>) {
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
  const { t } = useText();
  const [begunLong] = useState(thread.messages.length > longFrom || thread.older !== 'none');
  const isLong = begunLong || thread.messages.length > tooLong;
  const rows = useMemo(() => messageRows(thread), [thread]);
  useShownMessage(isLong ? undefined : scroller);
  if (isLong) {
    return (
      <Suspense fallback={<Spinner label={t('chat.loading')} />}>
        <LongList rows={rows} older={thread.older} subject={subject} scroller={scroller} />
      </Suspense>
    );
  }
  return (
    <ol className="grid gap-6">
      {rows.map((row) => (
        <li key={row.rowKey} id={row.anchor} className="min-w-0">
          <MessageRow row={row} subject={subject} />
        </li>
      ))}
    </ol>
  );
}
