import { ComposerNote } from '#islands/chat/composer/ComposerNote.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $runningAnswer } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { Hourglass } from 'lucide-react';

/** Shows how many questions are in the queue before this one. */
export function QueueNote() {
  const { t } = useText();
  const ahead = useStore($runningAnswer)?.ahead;
  if (ahead === undefined) return null;
  const text = ahead === 0 ? t('composer.queueNext') : t('composer.queue', { count: ahead });
  return <ComposerNote icon={<Hourglass aria-hidden="true" size={18} />} text={text} />;
}
