import { joinSentences } from '#domain/texts/joinSentences.ts';
import { VaryButton } from '#islands/chat/media/VaryButton.tsx';
import { answerEnding } from '#islands/chat/message/answerEnding.ts';
import { MessageMore } from '#islands/chat/message/MessageMore.tsx';
import { MessageTime } from '#islands/chat/controls/MessageTime.tsx';
import { priceText } from '#islands/chat/models/priceEach.ts';
import { withPrice } from '#islands/chat/models/withPrice.ts';
import { RegenerateButton } from '#islands/chat/message/RegenerateButton.tsx';
import { useQuestionPrice } from '#islands/chat/subject/useQuestionPrice.ts';
import { type Subject, mediaKindOf } from '#islands/chat/subject/useSubject.ts';
import { VoteButtons } from '#islands/chat/message/VoteButtons.tsx';
import { VersionSwitch } from '#islands/chat/message/VersionSwitch.tsx';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { copyAnswer } from '#islands/answer/copyAnswer.ts';
import { useText } from '#islands/shared/text.tsx';
import type { Versions } from '#stores/thread/branches.ts';
import { askAfter } from '#stores/chat/chat.ts';
import { $models, titleOfModel } from '#stores/models/models.ts';
import { $isIdle, type Answer } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { ArrowRight, Copy } from 'lucide-react';

type Props = {
  answer: Answer;
  versions: Versions | undefined;
  subject: Subject;
  isLast: boolean;
};

/** The line below an answer: how it ended, actions, price, time and model. */
export function AnswerFoot({ answer, versions, subject, isLast }: Props) {
  const { t } = useText();
  return (
    <div className="mt-2 text-14">
      <Ending answer={answer} />
      <div className="-ml-1.5 flex flex-wrap items-center gap-x-1 gap-y-0.5 touch:gap-x-0">
        <VersionSwitch versions={versions} />
        {answer.text !== '' && (
          <IconButton
            label={t('chat.copy')}
            icon={Copy}
            size={15}
            hasTip
            look="message-button"
            onClick={() => void copyAnswer(answer.text)}
          />
        )}
        {canVote(answer) && <VoteButtons answer={answer} />}
        <RegenerateButton answer={answer} subject={subject} isLast={isLast} />
        {answer.media.length > 0 && canMake(subject) && <VaryButton answer={answer} />}
        {answer.text !== '' && <MessageMore message={answer} />}
        {isLast && isUnfinished(answer) && <Continue answer={answer} subject={subject} />}
        <Facts answer={answer} subject={subject} />
      </div>
    </div>
  );
}

/** Whether the server knows the answer, and it has something to vote for. */
function canVote({ answerId, state, text, media }: Answer): boolean {
  return answerId !== undefined && (state === 'finished' || text !== '' || media.length > 0);
}

/** Whether the message box of the subject takes prompts for media. */
function canMake(subject: Subject): boolean {
  return subject.state === 'model' && subject.model.available && mediaKindOf(subject) !== undefined;
}

/** A button that asks for the rest of an answer that ended early. */
function Continue({ answer, subject }: Pick<Props, 'answer' | 'subject'>) {
  const { t } = useText();
  const question = t('chat.continue.question');
  const cost = useQuestionPrice(subject, { text: question, attachments: [] });
  const isIdle = useStore($isIdle);
  return (
    <button
      type="button"
      className="message-button px-2"
      disabled={!isIdle}
      onClick={() => askAfter(answer.key, question)}
    >
      <ArrowRight aria-hidden="true" size={15} />
      <span className="tabular-nums">{withPrice(t, t('chat.continue.button'), cost?.price)}</span>
    </button>
  );
}

/** Price and time, and the model if the heading names a GPT. On phones in two small lines where one is too long. */
function Facts({ answer, subject }: Pick<Props, 'answer' | 'subject'>) {
  const { t } = useText();
  const { models } = useStore($models);
  const model = subject.state === 'gpt' ? answer.model || (subject.model?.id ?? '') : '';
  const title = titleOfModel(models, model);
  return (
    <span className="flex flex-wrap items-center gap-x-2 px-1.5 text-12 text-faint tabular-nums max-[30rem]:min-w-0 max-[30rem]:flex-[1_1_8rem]">
      {answer.state !== 'imported' && <span>{priceText(t, answer.charged)}</span>}
      {answer.state !== 'imported' && title !== '' && <span>{title}</span>}
      <MessageTime created={answer.created} />
    </span>
  );
}

function Ending({ answer }: { answer: Answer }) {
  const { t } = useText();
  const ending = answerEnding(answer, t);
  if (!ending) return null;
  const { state, details, isFailure } = ending;
  const rest = details.length > 0 ? ` · ${joinSentences(details)}` : '';
  if (answer.truncated) return <p className="text-soft">{state}</p>;
  return (
    <p className={isFailure ? 'text-negative' : 'text-soft'}>
      <strong className="font-semibold">{state}</strong>
      {rest !== '' && <span>{rest}</span>}
    </p>
  );
}

/** Whether the answer has a text that another answer can continue. */
function isUnfinished({ text, truncated, state }: Answer): boolean {
  return text !== '' && (truncated || ['failed', 'interrupted', 'stopped'].includes(state));
}
