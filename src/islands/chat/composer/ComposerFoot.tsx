import { AttachButton } from '#islands/chat/composer/AttachButton.tsx';
import { isMediaAnswer } from '#islands/chat/media/isMediaAnswer.ts';
import { balanceText } from '#islands/shared/balanceText.ts';
import { priceEach } from '#islands/chat/models/priceEach.ts';
import type { QuestionLimit } from '#islands/chat/composer/useQuestionLimit.ts';
import { type Subject, mediaKindOf, takesFiles } from '#islands/chat/subject/useSubject.ts';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { stop } from '#stores/chat/chat.ts';
import { costsSeveralSteps } from '#stores/chat/questionPrice.ts';
import { $messages, $runningAnswer, type RunningAnswer } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { ArrowUp, ListPlus, SlidersHorizontal, Square } from 'lucide-react';
import type { MouseEvent } from 'react';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { openChatDialog } from '#stores/chat/chatDialogs.ts';

type Props = { subject: Subject; limit: QuestionLimit };

/** The line below the text: files, settings, price and balance or a problem, and Send or Stop. */
export function ComposerFoot({ subject, limit }: Props) {
  const disabled = limit.blocked || limit.empty;
  const stoppable = useStoppable();
  return (
    <div className="flex min-h-12 items-center gap-0.5 px-1.5 py-1.5">
      {takesFiles(subject) && <AttachButton />}
      <ChatSettingsButton />
      <p id="message-foot" className="min-w-0 flex-1 px-2 text-14 leading-snug text-soft">
        <Foot subject={subject} limit={limit} isNarrow={stoppable !== undefined && !disabled} />
      </p>
      <SendOrStop disabled={disabled} stoppable={stoppable} />
    </div>
  );
}

/** `isNarrow`: whether two buttons are beside the text. */
function Foot({ subject, limit, isNarrow }: Props & { isNarrow: boolean }) {
  const { t } = useText();
  if (limit.tooLong > 0) {
    const values = { count: limit.tooLong, most: limit.most };
    return <span className={`text-negative ${small}`}>{t('composer.tooLong', values)}</span>;
  }
  const { remaining } = limit;
  const left = remaining !== undefined && t('composer.left', { count: remaining });
  const note = left || (limit.files === 'uploading' && t('composer.waitForFiles'));
  const costs = <Costs subject={subject} cost={limit.cost} />;
  if (!note) return <span className={isNarrow ? `${small} ${whole}` : whole}>{costs}</span>;
  return (
    <span className={small}>
      <span className={line}>{note}</span>
      {dot}
      {costs}
    </span>
  );
}

/** On a phone three small lines, for which the box need not grow. */
const small = 'max-md:-my-1 max-md:block max-md:text-12 max-md:leading-tight';

/** On a phone up to three lines, because neither a price nor a balance is cut, for which the box need not grow either. */
const whole = 'max-md:-my-1.5 max-md:block max-md:leading-tight max-md:[&>*]:whitespace-normal!';

/** On a phone a line of its own, whose end is cut instead of moving the line above. */
const line = 'max-md:block max-md:truncate';

/** On a phone for screen readers only, which would read two lines as one. */
const dot = <span className="max-md:sr-only">{' · '}</span>;

function Costs({ subject, cost }: { subject: Subject; cost: QuestionLimit['cost'] }) {
  const { t } = useText();
  const account = useAccount();
  return (
    <>
      {cost && !costsSeveralSteps(cost) && (
        <span className={line}>{priceEach(t, cost.price, mediaKindOf(subject))}</span>
      )}
      {cost && costsSeveralSteps(cost) && (
        <strong className={`font-semibold text-ink tabular-nums ${line}`}>
          {`${t('chat.price', { count: cost.price })} (${cost.steps} × ${cost.each})`}
        </strong>
      )}
      {account && cost && dot}
      {account && <span className={`tabular-nums ${line}`}>{balanceText(t, account)}</span>}
    </>
  );
}

type SendOrStopProps = { disabled: boolean; stoppable: RunningAnswer | undefined };

function SendOrStop({ disabled, stoppable }: SendOrStopProps) {
  const { t } = useText();
  const isMaking = useStore($runningAnswer) !== undefined;
  if (!stoppable) {
    return (
      <button
        type="submit"
        className="button shrink-0 px-3 touch:min-w-11"
        disabled={disabled || isMaking}
        title={t('chat.composer.send')}
      >
        <ArrowUp aria-hidden="true" size={18} />
        <span className="max-md:sr-only">{t('chat.composer.send')}</span>
      </button>
    );
  }
  const canStop = stoppable.phase === 'waiting' || stoppable.phase === 'writing';
  return (
    <>
      {!disabled && (
        <IconButton type="submit" label={t('composer.queued.add')} icon={ListPlus} hasTip />
      )}
      <Button
        look="quiet"
        className="shrink-0 px-3 touch:min-w-11"
        disabled={!canStop}
        onClick={stopOnce}
      >
        <Square aria-hidden="true" size={16} />
        <span className="max-md:sr-only">
          {t(stoppable.phase === 'stopping' ? 'chat.composer.stopping' : 'chat.composer.stop')}
        </span>
      </Button>
    </>
  );
}

/** Returns the running answer, unless it is a picture, music or a video, which has a Cancel button of its own. */
function useStoppable(): RunningAnswer | undefined {
  const running = useStore($runningAnswer);
  const messages = useStore($messages);
  const isMaking = messages.some(
    (message) =>
      message.key === running?.key && message.role === 'assistant' && isMediaAnswer(message),
  );
  return isMaking ? undefined : running;
}

/** Stop replaces Send, so the second click of a double click must not stop the answer that the first one began. */
function stopOnce(event: MouseEvent): void {
  if (event.detail > 1) return;
  void stop();
  // The button is removed when the answer ends. The focus must not be lost with it.
  document.getElementById('message')?.focus();
}

/** The button in the message box that opens the chat settings. */
function ChatSettingsButton() {
  const { t } = useText();
  return (
    <IconButton
      label={t('conversations.settings.open')}
      icon={SlidersHorizontal}
      hasTip
      aria-haspopup="dialog"
      onClick={() => openChatDialog({ dialog: 'settings' })}
    />
  );
}
