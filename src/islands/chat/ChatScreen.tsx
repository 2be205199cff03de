import { fetchCode } from '#stores/browser/newVersion.ts';
import type { ChatTarget } from '#domain/chat/chatPaths.ts';
import { ChatSpinner, withSpinner } from '#islands/chat/controls/ChatSpinner.tsx';
import { Composer } from '#islands/chat/composer/Composer.tsx';
import { preloadMarkdown } from '#islands/chat/answerParts/Markdown.tsx';
import { MissingScreen } from '#islands/chat/screens.tsx';
import { GuardedPart } from '#islands/chat/GuardedPart.tsx';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { LoadFailed } from '#islands/chat/controls/LoadFailed.tsx';
import { Welcome } from '#islands/chat/welcome/Welcome.tsx';
import { useStickToEnd } from '#islands/chat/message/useStickToEnd.ts';
import { type Subject, useSubject } from '#islands/chat/subject/useSubject.ts';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { useIdle } from '#islands/shared/useIdle.ts';
import { whenIdle } from '#islands/shared/whenIdle.ts';
import { useText } from '#islands/shared/text.tsx';
import { preloadEvents } from '#stores/answers/answerDisplay.ts';
import { hasEarlyQuestion } from '#stores/chat/chat.ts';
import { $find } from '#stores/chat/find.ts';
import { loadGpt } from '#stores/gpts/gpts.ts';
import { refreshThread, reloadThread } from '#stores/chat/openThread.ts';
import { $askedCount, $messages, $thread } from '#stores/thread/thread.ts';
import { listenToThreadChanges } from '#stores/thread/threadChanges.ts';
import { useStore } from '@nanostores/react';
import { ArrowDown } from 'lucide-react';
import { type RefObject, useEffect } from 'react';

const loadList = () => import('#islands/chat/message/MessageList.tsx');
/** The code of messages is fetched when the page is idle, because sending the first question does not need it. */
const MessageList = lazyPart(async () => (await loadList()).MessageList, withSpinner);
const FindBar = lazyPart(async () => (await import('#islands/chat/find/FindBar.tsx')).FindBar);
const Announcer = lazyPart(
  async () => (await import('#islands/chat/message/Announcer.tsx')).Announcer,
);
const NoticeBar = lazyPart(
  async () => (await import('#islands/chat/composer/NoticeBar.tsx')).NoticeBar,
);
const MissingSubject = lazyPart(
  async () => (await import('#islands/chat/MissingSubject.tsx')).MissingSubject,
  withSpinner,
);
const ClosedNote = lazyPart(
  async () => (await import('#islands/chat/media/ClosedNote.tsx')).ClosedNote,
);
if (hasEarlyQuestion()) {
  preloadAnswers();
  preloadMarkdown();
}

type Props = {
  target: ChatTarget | undefined;
  /** The target of the open conversation, once it is known: an address may name another one. */
  known: ChatTarget | undefined;
  /** False in the page's HTML, which is the same for every address. */
  hasRoute: boolean;
};

/** A conversation with a model or GPT, and the message box, whose element stays the same from the page's HTML on. */
export function ChatScreen({ target, known, hasRoute }: Props) {
  const { t } = useText();
  const subject = useSubject(known);
  const { state, conversationId: thread } = useStore($thread);
  const isMissing = state === 'missing';
  const hasMessages = useStore($messages).length > 0;
  const find = useStore($find);
  const askedCount = useStore($askedCount);
  const hasAnnouncer = useIdle() || askedCount > 0;
  const { scroller, content, atEnd, toEnd } = useStickToEnd(hasMessages, askedCount);
  useEffect(() => {
    // Another tab may have continued the conversation while another screen was open here.
    void refreshThread();
    return listenToThreadChanges((id) => void refreshThread(id));
  }, []);
  useEffect(() => whenIdle(preloadAnswers), []);
  return (
    <>
      <div className="fading-edge relative min-h-0 flex-1">
        {find && hasMessages && find.conversationId === thread && <FindBar scroller={scroller} />}
        <div
          ref={scroller}
          id="messages"
          className="relative h-full overflow-y-auto overscroll-contain print:h-auto print:overflow-visible"
        >
          <div ref={content} className="mx-auto max-w-190 px-4 pt-4 pb-8">
            <GuardedPart part="conversation" resetKey={thread}>
              <Body target={target} subject={subject} hasRoute={hasRoute} scroller={scroller} />
            </GuardedPart>
          </div>
        </div>
        {!atEnd && (
          <IconButton
            label={t('chat.latest')}
            icon={ArrowDown}
            hasTip
            className="absolute bottom-2 left-1/2 -translate-x-1/2 rounded-full border border-line-strong bg-raised shadow-soft hover:bg-sunken print:hidden"
            onClick={toEnd}
          />
        )}
      </div>
      {canAsk(subject) && !isMissing && (
        <div className="mx-auto w-full max-w-190 px-4 pt-2 pb-[max(16px,env(safe-area-inset-bottom))] max-md:px-3 max-md:pb-[max(12px,env(safe-area-inset-bottom))] print:hidden">
          <GuardedPart part="composer" resetKey={thread}>
            {hasRoute && <NoticeBar subject={subject} />}
            <Composer subject={subject} />
          </GuardedPart>
        </div>
      )}
      {hasMessages && !isMissing && subject.state === 'model' && !canAsk(subject) && (
        <ClosedNote model={subject.model} />
      )}
      {hasAnnouncer && <Announcer />}
    </>
  );
}

type BodyProps = Omit<Props, 'known'> & {
  subject: Subject;
  scroller: RefObject<HTMLElement | null>;
};

function Body({ target, subject, hasRoute, scroller }: BodyProps) {
  const { t } = useText();
  const thread = useStore($thread);
  const isLoading = thread.state === 'loading';
  useEffect(() => {
    if (isLoading) preloadMessages();
  }, [isLoading]);
  if (!hasRoute || !target) return null;
  if (thread.state === 'missing') {
    const text = t('chat.missing.conversation');
    return <MissingScreen title={t('chat.missing.title')} text={text} hasModels />;
  }
  if (thread.state === 'failed') {
    return <LoadFailed problem={thread.problem} onRetry={() => void reloadThread()} />;
  }
  if (isLoading) return <ChatSpinner />;
  if (thread.messages.length > 0) return <MessageList subject={subject} scroller={scroller} />;
  if (subject.state === 'loading') return <ChatSpinner />;
  if (subject.state === 'failed' && target.group === 'g') {
    return <LoadFailed problem={subject.problem} onRetry={() => void loadGpt(target.gpt)} />;
  }
  if (subject.state === 'model' || subject.state === 'gpt') return <Welcome subject={subject} />;
  return <MissingSubject subject={subject} />;
}

/** Whether questions can be sent to the subject, or perhaps can when it has been loaded. */
function canAsk(subject: Subject): boolean {
  if (subject.state === 'model') return subject.model.kind === 'text' || subject.model.available;
  return subject.state === 'gpt' || subject.state === 'loading';
}

function preloadAnswers(): void {
  preloadEvents();
  preloadMessages();
}

function preloadMessages(): void {
  MessageList.preload();
  fetchCode(loadList).then(
    ({ preloadLongList }) => {
      preloadMarkdown();
      preloadLongList();
    },
    () => undefined,
  );
}
