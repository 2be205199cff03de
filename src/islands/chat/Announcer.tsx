import { sentencesOf } from '#islands/chat/sentences.ts';
import { useText } from '#islands/shared/text.tsx';
import { $messages, $runningAnswer } from '#stores/thread.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';

/** Reads the running answer out to screen readers, by whole sentences, and says how it ended. */
export function Announcer() {
  const { t } = useText();
  const running = useStore($runningAnswer);
  const messages = useStore($messages);
  const [said, setSaid] = useState<{ key: string; length: number; text: string }>();
  const last = useRef<string>(undefined);

  useEffect(() => {
    if (running) {
      const before = last.current === running.key ? said : undefined;
      last.current = running.key;
      const length = before?.length ?? 0;
      const next = sentencesOf(running.text.slice(length));
      if (next !== '' || !before) {
        setSaid({ key: running.key, length: length + next.length, text: next });
      }
      return;
    }
    const answer = messages.findLast(({ key }) => key === last.current);
    if (!said || last.current === undefined || answer?.role !== 'assistant') return;
    last.current = undefined;
    const rest = answer.text.slice(said.length);
    const ending =
      answer.state === 'failed' || answer.state === 'interrupted'
        ? t('chat.announce.failed', {
            reason: answer.reason ? t(`chat.reason.${answer.reason}`) : '',
          })
        : t('chat.announce.done');
    setSaid({ key: said.key, length: answer.text.length, text: `${rest} ${ending}` });
  }, [running, messages, said, t]);

  return (
    <div role="log" aria-live="polite" aria-atomic="true" className="sr-only">
      {said?.text.replaceAll(/[#*_`>|]+/g, '')}
    </div>
  );
}
