import { VaryButton } from '#islands/chat/media/VaryButton.tsx';
import { isMediaAnswer } from '#islands/chat/media/isMediaAnswer.ts';
import { isSearchAnswer } from '#islands/chat/search/SearchAnswer.tsx';
import { MessageTime } from '#islands/chat/message/MessageTime.tsx';
import { RegenerateButton } from '#islands/chat/message/RegenerateButton.tsx';
import { type Subject, mediaKindOf } from '#islands/chat/useSubject.ts';
import { Versions } from '#islands/chat/message/Versions.tsx';
import { useText } from '#islands/shared/text.tsx';
import type { Versions as MessageVersions } from '#stores/thread/branches.ts';
import { askAfter } from '#stores/chat/chat.ts';
import { copyText } from '#stores/thread/lastTurn.ts';
import { $models } from '#stores/models/models.ts';
import { $isIdle, type Answer } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { ArrowRight, Copy } from 'lucide-react';

type Props = {
  answer: Answer;
  versions: MessageVersions | undefined;
  subject: Subject;
  isLast: boolean;
};

/** Below an answer: how it ended and why, what can be done with it, what it cost, when it came and from which model. */
export function AnswerFoot({ answer, versions, subject, isLast }: Props) {
  const { t } = useText();
  return (
    <div className="mt-2 text-14">
      <Ending answer={answer} />
      <div className="-ml-1.5 flex flex-wrap items-center gap-x-1 gap-y-0.5">
        <Versions versions={versions} />
        {answer.text !== '' && (
          <button
            type="button"
            className="message-button"
            aria-label={t('chat.copy')}
            title={t('chat.copy')}
            onClick={() => void copyText(answer.text, 'chat.copied')}
          >
            <Copy aria-hidden="true" size={15} />
          </button>
        )}
        <RegenerateButton answer={answer} subject={subject} />
        {isMediaAnswer(answer) && canMake(subject) && <VaryButton answer={answer} />}
        {isLast && isUnfinished(answer) && <Continue answer={answer} />}
        <Facts answer={answer} subject={subject} />
      </div>
    </div>
  );
}

/** Whether there is a message box for what is to be made. */
function canMake(subject: Subject): boolean {
  return subject.state === 'model' && subject.model.available && mediaKindOf(subject) !== undefined;
}

/** Asks for the rest of an answer that ended early. */
function Continue({ answer }: { answer: Answer }) {
  const { t } = useText();
  const isIdle = useStore($isIdle);
  return (
    <button
      type="button"
      className="message-button px-2"
      disabled={!isIdle}
      onClick={() => askAfter(answer.key, t('chat.continue.question'))}
    >
      <ArrowRight aria-hidden="true" size={15} />
      {t('chat.continue.button')}
    </button>
  );
}

/** Price and time, and the model where the heading does not name it. */
function Facts({ answer, subject }: Pick<Props, 'answer' | 'subject'>) {
  const { t } = useText();
  const { models } = useStore($models);
  const ofGpt = subject.state === 'gpt' ? (subject.model?.id ?? '') : undefined;
  const model = ofGpt === undefined ? '' : answer.model || ofGpt;
  const title = models.find(({ id }) => id === model)?.title ?? model;
  return (
    <span className="flex flex-wrap items-center gap-x-2 px-1.5 text-12 text-faint tabular-nums">
      {answer.state !== 'imported' && (
        <span>
          {answer.charged === 0 ? t('chat.free') : t('chat.price', { count: answer.charged })}
        </span>
      )}
      {answer.state !== 'imported' && title !== '' && <span>{title}</span>}
      <MessageTime created={answer.created} />
    </span>
  );
}

function Ending({ answer }: { answer: Answer }) {
  const { t } = useText();
  if (answer.truncated) return <p className="text-soft">{t('chat.state.truncated')}</p>;
  if (answer.state === 'finished' || answer.state === 'imported') return null;
  const isFailure = answer.state === 'failed' || answer.state === 'interrupted';
  const isMedia = isMediaAnswer(answer);
  const isSearch = isSearchAnswer(answer);
  // A failure after some text has interrupted the answer.
  const state = answer.state === 'failed' && answer.text !== '' ? 'interrupted' : answer.state;
  return (
    <p className={isFailure && answer.reason !== 'no_source' ? 'text-negative' : 'text-soft'}>
      <strong className="font-semibold">
        {t(state === 'failed' && isMedia ? 'chat.media.notMade' : `chat.state.${state}`)}
      </strong>
      {answer.reason && ` · ${t(`chat.reason.${answer.reason}`)}`}
      {isFailure && isSearch && answer.charged === 0 && ` ${t('chat.search.free')}`}
      {isFailure && isMedia && ` ${t('chat.media.wasFree')}`}
    </p>
  );
}

/** Whether there is a text that can go on. */
function isUnfinished({ text, truncated, state }: Answer): boolean {
  return text !== '' && (truncated || ['failed', 'interrupted', 'stopped'].includes(state));
}
