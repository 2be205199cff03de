import { isMediaAnswer } from '#islands/chat/media/isMediaAnswer.ts';
import { lazyPart } from '#islands/shared/lazyPart.tsx';
import { priceText } from '#islands/chat/models/priceEach.ts';
import { withPrice } from '#islands/chat/models/withPrice.ts';
import { useQuestionPrice } from '#islands/chat/subject/useQuestionPrice.ts';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { IconButton } from '#islands/chat/controls/IconButton.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { regenerate } from '#stores/chat/regenerate.ts';
import { questionOf } from '#stores/chat/questionPrice.ts';
import { priceWith } from '#stores/media/mediaOptions.ts';
import { $isIdle, type Answer } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { ChevronDown, RotateCcw } from 'lucide-react';
import { type MouseEvent, useState } from 'react';

const RegenerateMenu = lazyPart(
  async () => (await import('#islands/chat/message/RegenerateMenu.tsx')).RegenerateMenu,
);

type Props = {
  answer: Answer;
  subject: Subject;
  /** Whether the label and the price are shown; else they are the tip of the icon. */
  isLast: boolean;
};

/** Returns the price of a new answer to the same question. A media answer keeps its options. */
function usePrice(answer: Answer, subject: Subject): number | undefined {
  const { options } = answer;
  const cost = useQuestionPrice(subject, questionOf(answer));
  if (options && subject.state === 'model' && subject.model.kind === options.kind) {
    return priceWith(subject.model, options);
  }
  return cost?.price;
}

type LabelProps = {
  label: string;
  price: number | undefined;
  /** Whether phones show the words as well. */
  isLong: boolean;
};

/** Label and price. Below a text, phones show the price only, next to the icon, because all buttons share a line. */
function PricedLabel({ label, price, isLong }: LabelProps) {
  const { t } = useText();
  if (isLong || price === undefined) return <span>{withPrice(t, label, price)}</span>;
  return (
    <span className="tabular-nums">
      <span className="max-[30rem]:hidden">{`${label} · `}</span>
      <span>{priceText(t, price)}</span>
    </span>
  );
}

/** Asks the question of an answer again. The menu next to the button asks another text model. */
export function RegenerateButton({ answer, subject, isLast }: Props) {
  const { t } = useText();
  const account = useAccount();
  const isIdle = useStore($isIdle);
  const price = usePrice(answer, subject);
  const isUnaffordable = account !== undefined && price !== undefined && account.credit < price;
  const isClosed = subject.state === 'model' && !subject.model.available;
  const isFailed = answer.state !== 'imported' && answer.charged === 0;
  const isMedia = isMediaAnswer(answer);
  const again = isMedia ? 'chat.media.again' : 'chat.regenerate.button';
  const label = t(isFailed ? 'chat.retry' : again);
  const named = withPrice(t, label, price);
  const tip = isUnaffordable ? `${label} · ${t('chat.limit.title')}` : named;
  return (
    <span className="inline-flex items-center">
      <button
        type="button"
        className={`message-button ${isLast || isFailed ? 'px-2' : ''}`}
        aria-label={named}
        title={tip}
        disabled={!isIdle || isUnaffordable || isClosed}
        onClick={() => regenerate(answer)}
      >
        <RotateCcw aria-hidden="true" size={15} />
        {isLast ? (
          <PricedLabel label={label} price={price} isLong={isFailed || isMedia} />
        ) : (
          isFailed && <span>{label}</span>
        )}
      </button>
      {/* A text model cannot make what failed or is to be made again. */}
      {!isMedia && <OtherModel answer={answer} subject={subject} />}
    </span>
  );
}

/** Opens the menu of text models that can answer the question again. */
function OtherModel({ answer, subject }: Pick<Props, 'answer' | 'subject'>) {
  const { t } = useText();
  const isIdle = useStore($isIdle);
  const [button, setButton] = useState<HTMLElement>();
  const open = ({ currentTarget }: MouseEvent<HTMLElement>): void => setButton(currentTarget);
  return (
    <>
      <IconButton
        label={t('chat.regenerate.other')}
        icon={ChevronDown}
        size={14}
        hasTip
        look="message-button"
        className="message-button-narrow"
        aria-haspopup="menu"
        aria-expanded={button !== undefined}
        disabled={!isIdle}
        onPointerEnter={RegenerateMenu.preload}
        onFocus={RegenerateMenu.preload}
        onClick={open}
      />
      {button && (
        <RegenerateMenu
          answer={answer}
          subject={subject}
          button={button}
          onClose={() => setButton(undefined)}
        />
      )}
    </>
  );
}
