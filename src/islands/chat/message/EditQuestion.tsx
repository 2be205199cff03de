import { isSendKey } from '#islands/chat/composer/sendKey.ts';
import type { Subject } from '#islands/chat/useSubject.ts';
import { useText } from '#islands/shared/text.tsx';
import { useAccount } from '#islands/shared/useAccount.ts';
import { $chatSettings } from '#stores/chat/chatSettings.ts';
import { $editing, askEdited, cancelEditing, changeEdited } from '#stores/chat/editing.ts';
import { $isIdle } from '#stores/thread/thread.ts';
import { useStore } from '@nanostores/react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';

/** A question in a text field of its own: sent, it stands beside the one that it came from. */
export function EditQuestion({ subject }: { subject: Subject }) {
  const { t } = useText();
  const editing = useStore($editing);
  const field = useRef<HTMLTextAreaElement>(null);
  const problem = useProblem(subject, editing?.text ?? '');
  const sendKey = useStore($chatSettings).send_key;
  useEffect(() => {
    const box = field.current;
    box?.focus();
    box?.setSelectionRange(box.value.length, box.value.length);
  }, []);
  if (!editing) return null;

  const close = (): void => document.getElementById('message')?.focus();
  const cancel = (): void => {
    cancelEditing();
    close();
  };
  const send = (): void => {
    if (problem === undefined && askEdited()) close();
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
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
      className="w-full rounded-large border border-line-strong bg-raised p-3 focus-within:border-accent"
      onSubmit={onSubmit}
    >
      <label htmlFor="edited-question" className="sr-only">
        {t('chat.edit.label')}
      </label>
      <textarea
        ref={field}
        id="edited-question"
        className="block max-h-[50dvh] min-h-16 w-full resize-none bg-transparent text-16 outline-none field-sizing-content"
        value={editing.text}
        onChange={({ currentTarget }) => changeEdited(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Foot subject={subject} problem={problem} onCancel={cancel} />
    </form>
  );
}

type FootProps = { subject: Subject; problem: string | undefined; onCancel: () => void };

function Foot({ subject, problem, onCancel }: FootProps) {
  const { t } = useText();
  return (
    <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
      <p className="min-w-0 flex-1 text-14 text-soft">{problem ?? <Cost subject={subject} />}</p>
      <button type="button" className="button button-quiet text-14" onClick={onCancel}>
        {t('chat.edit.cancel')}
      </button>
      <button type="submit" className="button text-14" disabled={problem !== undefined}>
        {t('chat.composer.send')}
      </button>
    </div>
  );
}

function Cost({ subject }: { subject: Subject }) {
  const { t } = useText();
  const price = 'price' in subject ? subject.price : undefined;
  return price === undefined ? null : t('chat.price', { count: price });
}

/** Why it cannot be sent now; empty where that is plain to see. */
function useProblem(subject: Subject, text: string): string | undefined {
  const { t } = useText();
  const account = useAccount();
  const isIdle = useStore($isIdle);
  const model = 'model' in subject ? subject.model : undefined;
  const price = 'price' in subject ? subject.price : undefined;
  const tooLong = text.length - (model?.max_question_characters ?? Number.POSITIVE_INFINITY);
  if (text.trim() === '') return '';
  if (tooLong > 0) return t('chat.edit.tooLong', { count: tooLong });
  if (account && price !== undefined && account.credit < price) return t('chat.limit.title');
  if (model && !model.available) return t('chat.unavailable.title', { name: model.title });
  return isIdle ? undefined : t('chat.edit.wait');
}
