import { useText } from '#islands/shared/text.tsx';
import { askAfter } from '#stores/chat/chat.ts';
import { $isIdle, type Answer } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { CornerDownRight } from 'lucide-react';
import { useId } from 'react';

/** Suggested next questions. Pressing one sends it, for the price shown in the message box. */
export function FollowUps({ answer, questions }: { answer: Answer; questions: readonly string[] }) {
  const { t } = useText();
  const id = useId();
  const isIdle = useStore($isIdle);
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-4">
      <h3 id={id} className="text-14 font-semibold">
        {t('chat.search.followUps')}
      </h3>
      <ul className="mt-2 grid justify-items-start gap-1.5">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              className="flex min-h-9 cursor-pointer items-center gap-2 rounded-large border border-line bg-raised px-3 py-1.5 text-left text-14 hover:border-line-strong disabled:cursor-default disabled:opacity-60 touch:min-h-11"
              disabled={!isIdle}
              onClick={() => askAfter(answer.key, question)}
            >
              <CornerDownRight aria-hidden="true" size={15} className="shrink-0 text-faint" />
              <span dir="auto">{question}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
