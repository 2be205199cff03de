import { Note } from '#islands/chat/composer/Note.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $runningAnswer } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { Hourglass } from 'lucide-react';

/** How many questions come before one that waits for its turn. Stop stands where Send was. */
export function QueueNote() {
  const { t } = useText();
  const ahead = useStore($runningAnswer)?.ahead;
  if (ahead === undefined) return null;
  const says = ahead === 0 ? t('composer.queueNext') : t('composer.queue', { count: ahead });
  return <Note icon={<Hourglass aria-hidden="true" size={18} />} says={says} />;
}
