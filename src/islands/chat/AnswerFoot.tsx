import { smallButton } from '#islands/shared/classes.ts';
import { useText } from '#islands/shared/text.tsx';
import { retry } from '#stores/chat.ts';
import { $runningAnswer, type Answer } from '#stores/thread.ts';
import { notify } from '#stores/toasts.ts';
import { useStore } from '@nanostores/react';
import { Copy, RotateCcw } from 'lucide-react';

/** Below an answer: how it ended and why, what it cost, copy, and ask again where it did not succeed. */
export function AnswerFoot({ answer }: { answer: Answer }) {
  const { t } = useText();
  const isIdle = useStore($runningAnswer) === undefined;
  const succeeded =
    answer.state === 'finished' || (answer.state === 'stopped' && answer.text !== '');
  return (
    <div className="mt-2 text-14">
      <Ending answer={answer} />
      <div className="-ml-2 flex flex-wrap items-center gap-1">
        {answer.text !== '' && (
          <button type="button" className={smallButton} onClick={() => void copy(answer.text)}>
            <Copy aria-hidden="true" size={15} />
            {t('chat.copy')}
          </button>
        )}
        {!succeeded && (
          <button
            type="button"
            className={smallButton}
            disabled={!isIdle}
            onClick={() => retry(answer)}
          >
            <RotateCcw aria-hidden="true" size={15} />
            {t('chat.retry')}
          </button>
        )}
        <span className="px-2 text-faint tabular-nums">
          {answer.charged === 0 ? t('chat.free') : t('chat.price', { count: answer.charged })}
        </span>
      </div>
    </div>
  );
}

function Ending({ answer }: { answer: Answer }) {
  const { t } = useText();
  if (answer.truncated) return <p className="text-soft">{t('chat.state.truncated')}</p>;
  if (answer.state === 'finished') return null;
  const isFailure = answer.state === 'failed' || answer.state === 'interrupted';
  // What failed after some text has interrupted an answer.
  const state = answer.state === 'failed' && answer.text !== '' ? 'interrupted' : answer.state;
  return (
    <p className={isFailure ? 'text-negative' : 'text-soft'}>
      <strong className="font-semibold">{t(`chat.state.${state}`)}</strong>
      {answer.reason && ` · ${t(`chat.reason.${answer.reason}`)}`}
    </p>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('success', 'chat.copied');
  } catch {
    notify('error', 'chat.copyFailed');
  }
}
