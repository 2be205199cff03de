import type { QuestionLimit } from '#islands/chat/useQuestionLimit.ts';
import type { Subject } from '#islands/chat/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import { stop } from '#stores/chat.ts';
import { $runningAnswer } from '#stores/thread.ts';
import { $account } from '#stores/user.ts';
import { useStore } from '@nanostores/react';
import { ArrowUp, Square } from 'lucide-react';

type Props = { subject: Subject; limit: QuestionLimit };

/** Below the text: price and balance, what is too long, and Send or Stop. */
export function ComposerFoot({ subject, limit }: Props) {
  const { t } = useText();
  return (
    <div id="message-foot" className="flex min-h-12 items-center gap-3 py-1.5 pr-2 pl-4">
      <p className="min-w-0 flex-1 text-14 text-soft">
        {limit.tooLong > 0 ? (
          <span className="text-negative">
            {t('chat.composer.tooLong', { count: limit.tooLong })}
          </span>
        ) : (
          <Costs subject={subject} />
        )}
      </p>
      <SendOrStop disabled={limit.blocked || limit.empty} />
    </div>
  );
}

function Costs({ subject }: { subject: Subject }) {
  const { t } = useText();
  const account = useStore($account);
  const price = 'price' in subject ? subject.price : undefined;
  return (
    <>
      {price !== undefined && <span>{t('chat.priceEach', { count: price })}</span>}
      {account && (
        <span className="tabular-nums">
          {price !== undefined && ' · '}
          {t('chat.balance', { count: account.credit })}
          {account.held > 0 && ` (${t('chat.held', { held: account.held })})`}
        </span>
      )}
    </>
  );
}

function SendOrStop({ disabled }: { disabled: boolean }) {
  const { t } = useText();
  const running = useStore($runningAnswer);
  if (!running) {
    return (
      <button type="submit" className="button shrink-0 px-3" disabled={disabled}>
        <ArrowUp aria-hidden="true" size={18} />
        {t('chat.composer.send')}
      </button>
    );
  }
  const stoppable = running.phase === 'waiting' || running.phase === 'writing';
  return (
    <button
      type="button"
      className="button button-quiet shrink-0 px-3"
      disabled={!stoppable}
      onClick={() => void stop()}
    >
      <Square aria-hidden="true" size={16} />
      {t(running.phase === 'stopping' ? 'chat.composer.stopping' : 'chat.composer.stop')}
    </button>
  );
}
