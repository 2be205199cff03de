import { useText } from '#islands/shared/text.tsx';
import { askAgain, forgetLost } from '#stores/chat.ts';
import { editDraft } from '#stores/drafts.ts';
import type { Question } from '#stores/thread.ts';
import { memo } from 'react';

/** What the user asked. One that was not sent says why, and can be sent again or edited. */
export const QuestionItem = memo(function QuestionItem({ question }: { question: Question }) {
  const { t } = useText();
  const { delivery, key, text } = question;
  const edit = (): void => {
    forgetLost(key);
    editDraft(text);
    document.getElementById('message')?.focus();
  };
  return (
    <div className="flex flex-col items-end gap-1.5">
      <h2 className="sr-only">{t('chat.you')}</h2>
      <p className="max-w-[85%] rounded-large bg-sunken px-4 py-2.5 whitespace-pre-wrap">{text}</p>
      {delivery.state === 'lost' && (
        <div className="text-right text-14">
          <p role="alert">
            <strong className="font-semibold text-negative">{t('chat.lost')}</strong>{' '}
            {t(delivery.problem.key, delivery.problem.values)}
          </p>
          <div className="mt-1.5 flex justify-end gap-2">
            <button
              type="button"
              className="button button-quiet text-14"
              onClick={() => askAgain(key)}
            >
              {t('chat.sendAgain')}
            </button>
            <button type="button" className="button button-quiet text-14" onClick={edit}>
              {t('chat.editLost')}
            </button>
          </div>
        </div>
      )}
    </div>
  );
});
