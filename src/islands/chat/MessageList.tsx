import { AnswerItem } from '#islands/chat/AnswerItem.tsx';
import { QuestionItem } from '#islands/chat/QuestionItem.tsx';
import type { Subject } from '#islands/chat/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import { $thread } from '#stores/thread.ts';
import { useStore } from '@nanostores/react';

/** The open conversation, oldest message first. */
export function MessageList({ subject }: { subject: Subject }) {
  const { t } = useText();
  const thread = useStore($thread);
  if (thread.state !== 'open') return null;
  const name = 'name' in subject ? subject.name : undefined;
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        {thread.title ?? t('chat.newChat')}
      </h1>
      <ol className="grid gap-6">
        {thread.messages.map((message) => (
          <li key={`${message.role}-${message.key}`} className="min-w-0">
            {message.role === 'user' ? (
              <QuestionItem question={message} />
            ) : (
              <AnswerItem answer={message} name={name} />
            )}
          </li>
        ))}
      </ol>
      {thread.droppedTurns > 0 && (
        <p className="mt-4 text-14 text-soft">
          {t('chat.dropped', { count: thread.droppedTurns })}
        </p>
      )}
    </>
  );
}
