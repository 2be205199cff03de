import type { ChatTarget } from '#domain/urls.ts';
import { Announcer } from '#islands/chat/message/Announcer.tsx';
import { Composer } from '#islands/chat/composer/Composer.tsx';
import { preloadMarkdown } from '#islands/chat/message/Markdown.tsx';
import { Missing } from '#islands/chat/Missing.tsx';
import { NoticeBar } from '#islands/chat/composer/NoticeBar.tsx';
import { LoadFailed } from '#islands/chat/LoadFailed.tsx';
import { MissingSubject } from '#islands/chat/MissingSubject.tsx';
import { Welcome } from '#islands/chat/Welcome.tsx';
import { useStickToEnd } from '#islands/chat/message/useStickToEnd.ts';
import { type Subject, useSubject } from '#islands/chat/useSubject.ts';
import { fetchLater } from '#islands/shared/fetchLater.ts';
import { Spinner } from '#islands/shared/Spinner.tsx';
import { whenIdle } from '#islands/shared/whenIdle.ts';
import { useText } from '#islands/shared/text.tsx';
import { hasEarlyQuestion } from '#stores/chat/chat.ts';
import { loadGpt } from '#stores/gpts/gpts.ts';
import { refreshThread, reloadThread } from '#stores/thread/openThread.ts';
import { $askedCount, $messages, $thread } from '#stores/thread/thread.ts';
import { listenToThreadChanges } from '#stores/thread/threadChanges.ts';
import { useStore } from '@nanostores/react';
import { ArrowDown } from 'lucide-react';
import { type RefObject, Suspense, useEffect } from 'react';

const loadList = () => import('#islands/chat/message/MessageList.tsx');
/** The code of messages is fetched as soon as the page has nothing else to do: sending the first one needs none of it. */
const MessageList = fetchLater(async () => (await loadList()).MessageList, Unreachable);
const ClosedNote = fetchLater(
  async () => (await import('#islands/chat/media/ClosedNote.tsx')).ClosedNote,
  () => null,
);
if (hasEarlyQuestion()) {
  preloadMessages();
  preloadMarkdown();
}

type Props = {
  target: ChatTarget | undefined;
  /** The same, once it is known to be what the conversation is with. */
  known: ChatTarget | undefined;
  alive: boolean;
};

/** A conversation with a model or GPT, and the message box, which stays the same element from the shell on. */
export function ChatScreen({ target, known, alive }: Props) {
  const { t } = useText();
  const subject = useSubject(known);
  const isMissing = useStore($thread).state === 'missing';
  const hasMessages = useStore($messages).length > 0;
  const { scroller, content, atEnd, toEnd } = useStickToEnd(hasMessages, useStore($askedCount));
  useEffect(() => listenToThreadChanges((id) => void refreshThread(id)), []);
  useEffect(() => whenIdle(preloadMessages), []);
  return (
    <>
      <div className="relative min-h-0 flex-1">
        <div ref={scroller} className="h-full overflow-y-auto overscroll-contain">
          <div ref={content} className="mx-auto max-w-190 px-4 pt-4 pb-8">
            <Body target={target} subject={subject} alive={alive} scroller={scroller} />
          </div>
        </div>
        {!atEnd && (
          <button
            type="button"
            className="button button-quiet absolute bottom-2 left-1/2 w-max -translate-x-1/2 bg-raised text-14 shadow-soft"
            onClick={toEnd}
          >
            <ArrowDown aria-hidden="true" size={16} />
            {t('chat.latest')}
          </button>
        )}
      </div>
      {canAsk(subject) && !isMissing && (
        <div className="mx-auto w-full max-w-190 px-4 pb-4 max-md:px-3 max-md:pb-3">
          <NoticeBar subject={subject} />
          <Composer subject={subject} />
        </div>
      )}
      {hasMessages && !isMissing && subject.state === 'model' && !canAsk(subject) && (
        <Suspense fallback={null}>
          <ClosedNote model={subject.model} />
        </Suspense>
      )}
      <Announcer />
    </>
  );
}

type BodyProps = Omit<Props, 'known'> & {
  subject: Subject;
  scroller: RefObject<HTMLElement | null>;
};

function Body({ target, subject, alive, scroller }: BodyProps) {
  const { t } = useText();
  const thread = useStore($thread);
  const isLoading = thread.state === 'loading';
  useEffect(() => {
    if (isLoading) preloadMessages();
  }, [isLoading]);
  if (!alive || !target) return null;
  if (thread.state === 'missing') {
    return <Missing title={t('chat.missing.title')} says={t('chat.missing.conversation')} models />;
  }
  if (thread.state === 'failed') {
    return <LoadFailed problem={thread.problem} onRetry={() => void reloadThread()} />;
  }
  if (isLoading) return <Spinner label={t('chat.loading')} />;
  if (thread.messages.length > 0) {
    return (
      <Suspense fallback={<Spinner label={t('chat.loading')} />}>
        <MessageList subject={subject} scroller={scroller} />
      </Suspense>
    );
  }
  if (subject.state === 'loading') return <Spinner label={t('chat.loading')} />;
  if (subject.state === 'failed' && target.group === 'g') {
    return <LoadFailed problem={subject.problem} onRetry={() => void loadGpt(target.gpt)} />;
  }
  if (subject.state === 'model' || subject.state === 'gpt') return <Welcome subject={subject} />;
  return <MissingSubject subject={subject} />;
}

/** Whether there is somebody to ask, now or after what is missing has been loaded. */
function canAsk(subject: Subject): boolean {
  if (subject.state === 'model') return subject.model.kind === 'text' || subject.model.available;
  return subject.state === 'gpt' || subject.state === 'loading';
}

function preloadMessages(): void {
  MessageList.preload();
  loadList().then(
    ({ preloadLongList }) => {
      preloadMarkdown();
      preloadLongList();
    },
    () => undefined,
  );
}

/** Without the code of messages nothing can be shown but why. */
function Unreachable() {
  const { t } = useText();
  return <p role="alert">{t('errors.offline')}</p>;
}
