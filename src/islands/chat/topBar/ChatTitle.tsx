import { ModelSwitch } from '#islands/chat/models/ModelSwitch.tsx';
import { type Subject, isSearch } from '#islands/chat/subject/useSubject.ts';
import { $thread } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';

/** The title in the bar: the model with its menu and the conversation's title, the GPT with its model, or the screen. */
export function ChatTitle({ subject, title }: { subject: Subject; title: string }) {
  const thread = useStore($thread);
  if (subject.state !== 'model' || isSearch(subject)) {
    return (
      <p className="min-w-0 flex-1 truncate pl-1 font-medium" dir="auto">
        <span>{title}</span>
        {subject.state === 'gpt' && subject.model && (
          <span className="pl-2 text-14 font-normal text-faint">{subject.model.title}</span>
        )}
      </p>
    );
  }
  const threadTitle = thread.state === 'open' ? thread.title : undefined;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <ModelSwitch model={subject.model} inConversation={thread.conversationId !== undefined} />
      {threadTitle !== undefined && (
        <p className="min-w-0 flex-1 truncate text-soft max-lg:sr-only" dir="auto">
          {threadTitle}
        </p>
      )}
    </div>
  );
}
