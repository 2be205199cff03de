import { type Subject, takesTemporary } from '#islands/chat/subject/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import { $isTemporary, switchTemporary } from '#stores/conversations/temporary.ts';
import { $thread } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { MessageCircleDashed } from 'lucide-react';

/** Makes a new chat temporary. In a temporary chat that has begun it is only a label. */
export function TemporaryButton({ subject }: { subject: Subject }) {
  const { t } = useText();
  const isTemporary = useStore($isTemporary);
  const thread = useStore($thread);
  const isNew = thread.state === 'open' && thread.all.length === 0;
  const label = t('chat.temporary.title');
  if (!isNew) {
    return isTemporary ? (
      <span className="shrink-0 rounded-small bg-sunken px-2 py-1 text-12 text-soft">{label}</span>
    ) : null;
  }
  if (!takesTemporary(subject)) return null;
  return (
    <button
      type="button"
      className={`icon-button px-2 ${isTemporary ? 'text-accent' : ''}`}
      aria-label={label}
      aria-pressed={isTemporary}
      title={label}
      onClick={switchTemporary}
    >
      <MessageCircleDashed aria-hidden="true" size={18} />
    </button>
  );
}
