import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { editQueued, sendQueued } from '#stores/chat/sendQueue.ts';
import { $queue, type QueuedQuestion, takeQueued } from '#stores/drafts/queue.ts';
import { $isIdle } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { Paperclip, Pencil, X } from 'lucide-react';

/** The questions that wait for the end of the answer, and whether they follow by themselves. */
export function QueuedQuestions() {
  const { t } = useText();
  const queue = useStore($queue);
  const isIdle = useStore($isIdle);
  return (
    <section
      aria-label={t('composer.queued.title')}
      className="rounded-large bg-sunken py-1 pr-1 pl-4"
    >
      <div className="flex min-h-9 flex-wrap items-center gap-x-3">
        <output className="flex-1 text-14 text-soft">
          <span>{t(isIdle ? 'composer.queued.waits' : 'composer.queued.follows')}</span>
        </output>
        {isIdle && (
          <Button look="quiet" className="my-1 mr-1 text-14" onClick={sendQueued}>
            {t('composer.back.send')}
          </Button>
        )}
      </div>
      <ul>
        {queue.map((question) => (
          <Queued key={question.id} question={question} />
        ))}
      </ul>
    </section>
  );
}

function Queued({ question: { id, text, attachments } }: { question: QueuedQuestion }) {
  const { t } = useText();
  return (
    <li className="flex items-center">
      <p className="line-clamp-2 min-w-0 flex-1 py-1 wrap-anywhere" dir="auto">
        {attachments.length > 0 && (
          <span className="mr-2 text-14 text-soft">
            <Paperclip aria-hidden="true" size={14} className="mr-1 inline" />
            <span>{attachments.map(({ name }) => name).join(', ')}</span>
          </span>
        )}
        <span>{text}</span>
      </p>
      <IconButton
        label={t('composer.queued.edit')}
        icon={Pencil}
        size={16}
        hasTip
        onClick={() => {
          editQueued(id);
          document.getElementById('message')?.focus();
        }}
      />
      <IconButton
        label={t('composer.queued.remove')}
        icon={X}
        hasTip
        onClick={() => void takeQueued(id)}
      />
    </li>
  );
}
