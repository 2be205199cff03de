import type { Attachment } from '#contract/chat/attachments.ts';
import { isOfComposition } from '#domain/texts/composing.ts';
import { isSendKey } from '#islands/chat/controls/sendKey.ts';
import type { Subject } from '#islands/chat/subject/useSubject.ts';
import { useQuestionPrice } from '#islands/chat/subject/useQuestionPrice.ts';
import { priceText } from '#islands/chat/models/priceEach.ts';
import { Button } from '#islands/shared/Button.tsx';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { type QuestionPrice, costsSeveralSteps } from '#stores/chat/questionPrice.ts';
import { $chatSettings } from '#stores/chat/chatSettings.ts';
import { $editing, askEdited, cancelEditing, changeEdited } from '#stores/chat/editing.ts';
import { $isIdle } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';

type Props = { subject: Subject; attachments: readonly Attachment[] };

/** A text field for editing a question. Sending it adds a new version and keeps the old one. */
export function EditQuestion({ subject, attachments }: Props) {
  const { t } = useText();
  const editing = useStore($editing);
  const field = useRef<HTMLTextAreaElement>(null);
  const text = editing?.text ?? '';
  const cost = useQuestionPrice(subject, { text, attachments });
  const problem = useProblem(subject, text, cost);
  const sendKey = useStore($chatSettings).send_key;
  useEffect(() => {
    const box = field.current;
    box?.focus({ preventScroll: true });
    box?.setSelectionRange(box.value.length, box.value.length);
    // The whole form and a margin, so that it is clear of the bar and the message box.
    box?.form?.scrollIntoView({ block: 'nearest' });
  }, []);
  if (!editing) return null;

  const focusMessageBox = (): void => document.getElementById('message')?.focus();
  const cancel = (): void => {
    cancelEditing();
    focusMessageBox();
  };
  const send = (): void => {
    if (problem === undefined && askEdited()) focusMessageBox();
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // While an input method composes, Escape cancels only that.
    if (event.key === 'Escape' && !isOfComposition(event.nativeEvent)) {
      event.preventDefault();
      cancel();
    }
    if (!isSendKey(event.nativeEvent, sendKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      method="post"
      className="w-full scroll-my-6 rounded-large border border-line-strong bg-raised p-3 focus-within:border-accent"
      onSubmit={onSubmit}
    >
      <label htmlFor="edited-question" className="sr-only">
        {t('chat.edit.label')}
      </label>
      <textarea
        ref={field}
        id="edited-question"
        className="block max-h-[50dvh] min-h-16 max-md:max-h-[38dvh] w-full resize-none bg-transparent text-16 outline-none field-sizing-content"
        value={editing.text}
        onChange={({ currentTarget }) => changeEdited(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Foot cost={cost} problem={problem} onCancel={cancel} />
    </form>
  );
}

type FootProps = {
  cost: QuestionPrice | undefined;
  problem: string | undefined;
  onCancel: () => void;
};

function Foot({ cost, problem, onCancel }: FootProps) {
  const { t } = useText();
  return (
    <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
      <p className="min-w-0 flex-1 text-14 text-soft">
        {problem ?? (cost && <Price cost={cost} />)}
      </p>
      <Button look="quiet" className="text-14" onClick={onCancel}>
        {t('chat.edit.cancel')}
      </Button>
      <button type="submit" className="button text-14" disabled={problem !== undefined}>
        {t('chat.composer.send')}
      </button>
    </div>
  );
}

/** The price. Screen readers read it when a long question changes it. */
function Price({ cost }: { cost: QuestionPrice }) {
  const { price, steps, each } = cost;
  const { t } = useText();
  return (
    <output className="tabular-nums">
      {`${priceText(t, price)}${costsSeveralSteps(cost) ? ` (${steps} × ${each})` : ''}`}
    </output>
  );
}

/** Returns why the question cannot be sent now, an empty text for an empty question, or `undefined` if it can. */
function useProblem(
  { model }: Subject,
  text: string,
  cost: QuestionPrice | undefined,
): string | undefined {
  const { t } = useText();
  const account = useAccount();
  const isIdle = useStore($isIdle);
  const tooLong = text.length - (model?.max_question_characters ?? Number.POSITIVE_INFINITY);
  if (text.trim() === '') return '';
  if (tooLong > 0) return t('chat.edit.tooLong', { count: tooLong });
  if (account && cost && account.credit < cost.price) return t('chat.limit.title');
  if (model && !model.available) return t('chat.unavailable.title', { name: model.title });
  return isIdle ? undefined : t('chat.edit.wait');
}
