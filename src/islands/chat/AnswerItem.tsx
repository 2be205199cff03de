import { AnswerFoot } from '#islands/chat/AnswerFoot.tsx';
import { Markdown } from '#islands/chat/Markdown.tsx';
import { useText } from '#islands/shared/text.tsx';
import { $runningAnswer, type Answer } from '#stores/thread.ts';
import { useStore } from '@nanostores/react';
import { memo } from 'react';

type Props = { answer: Answer; name: string | undefined };

/** An answer, while it is written and after. The text stays in its place when it ends. */
export const AnswerItem = memo(function AnswerItem({ answer, name }: Props) {
  const { t } = useText();
  return (
    <div className="min-w-0">
      <h2 className="mb-1 text-14 font-semibold text-soft">{name ?? t('chat.answerOf')}</h2>
      {answer.state === 'running' ? (
        <RunningText answer={answer} />
      ) : (
        answer.text !== '' && <Markdown text={answer.text} />
      )}
      {answer.state !== 'running' && <AnswerFoot answer={answer} />}
    </div>
  );
});

function RunningText({ answer }: { answer: Answer }) {
  const { t } = useText();
  const running = useStore($runningAnswer);
  const own = running?.key === answer.key ? running : undefined;
  const text = own?.text ?? answer.text;
  return (
    <>
      {text !== '' && <Markdown text={text} />}
      {text === '' && own && (
        <p className="flex items-center gap-2 text-soft">
          <span
            aria-hidden="true"
            className="size-3 animate-spin rounded-full border-2 border-line border-t-accent"
          />
          {t(own.phase === 'asking' ? 'chat.state.asking' : 'chat.state.waiting')}
        </p>
      )}
      {own?.connected === false && (
        <output className="mt-2 block text-14 text-warning">{t('chat.state.reconnecting')}</output>
      )}
    </>
  );
}
